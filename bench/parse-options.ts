import { parseArgs } from 'node:util';

const parts = ['writes', 'reports', 'all'] as const;

export type Part = (typeof parts)[number];

export type WriteOptions = {
  seconds: number;
  connections: number;
  rounds: number;
  /** Where Footfall's CPU profile goes. */
  cpuProf: string | undefined;
  /** Whether docs/performance.md, and for reports its chart, show this run. */
  writeDocs: boolean;
};

export type ReportOptions = {
  /** Pageviews of the largest data set. */
  events: number;
  /** Of 100 views, those that are followed by the time for which they were seen. */
  leaves: number;
  /** Where data sets are kept, and found again by the next run. */
  keep: string | undefined;
  onlyData: boolean;
  writeDocs: boolean;
};

export type Options = WriteOptions &
  ReportOptions & {
    part: Part;
    /** Where the figures go as JSON. */
    json: string | undefined;
  };

export const usage = `Usage: npm run bench -- [writes|reports|all] [options]
  --json FILE        also write the figures to this file
  --write-docs       show the figures in docs/performance.md
writes
  --seconds N        how long each server is loaded in a round (8)
  --connections N    how many requests are under way at once (64)
  --rounds N         how often both servers are loaded in turn; the median counts (3)
  --cpu-prof FOLDER  also write a CPU profile of Footfall into this folder; this slows it down
reports
  --events N         pageviews of the largest data set: 1e5, 1e6, 1e7 or 1e8 (1e7)
  --leaves N         of 100 views, those whose visible time is told (50)
  --keep FOLDER      keep the data sets here, and use those that are there already
  --only-data        make the data set of this size and measure nothing; needs --keep
`;

/** undefined for words that make no sense: show `usage`. */
export function parseOptions(words: readonly string[]): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        json: { type: 'string' },
        seconds: { type: 'string', default: '8' },
        connections: { type: 'string', default: '64' },
        rounds: { type: 'string', default: '3' },
        'cpu-prof': { type: 'string' },
        events: { type: 'string', default: '1e7' },
        leaves: { type: 'string', default: '50' },
        keep: { type: 'string' },
        'only-data': { type: 'boolean', default: false },
        'write-docs': { type: 'boolean', default: false },
      },
    });
    if (values['only-data'] && values.keep === undefined) throw new RangeError('--only-data needs --keep.');
    return {
      part: parsePart(positionals),
      json: values.json,
      seconds: parseWhole(values.seconds),
      connections: parseWhole(values.connections),
      rounds: parseWhole(values.rounds),
      cpuProf: values['cpu-prof'],
      events: parseEvents(values.events),
      leaves: parsePercent(values.leaves),
      keep: values.keep,
      onlyData: values['only-data'],
      writeDocs: values['write-docs'],
    };
  } catch {
    return undefined;
  }
}

function parsePart([word = 'all', ...rest]: readonly string[]): Part {
  const part = parts.find((each) => each === word);
  if (!part || rest.length > 0) throw new RangeError(`There is no part "${[word, ...rest].join(' ')}".`);
  return part;
}

function parseWhole(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new RangeError(`"${text}" is not a whole number from 1 to 99,999.`);
  return Number(text);
}

/** Powers of ten, so that a run has smaller sizes to compare itself with. */
function parseEvents(text: string): number {
  if (!/^1e[5-8]$/.test(text)) throw new RangeError(`"${text}" is none of 1e5, 1e6, 1e7 and 1e8.`);
  return Number(text);
}

function parsePercent(text: string): number {
  if (!/^(\d{1,2}|100)$/.test(text)) throw new RangeError(`"${text}" is not a whole number from 0 to 100.`);
  return Number(text);
}

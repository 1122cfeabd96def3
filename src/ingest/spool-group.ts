import type { AcceptedRecord } from './accepted-record.ts';

/**
 * How records lie in the spool: those accepted in one turn of the event loop share one key, one record a line, its
 * cells separated by tabs. JSON text holds neither line breaks nor tabs, so nothing needs escaping.
 */
export type SpooledRecord = {
  /** Fingerprints that only one record may ever own: a transaction, an idempotency key. */
  claims: readonly string[];
  record: AcceptedRecord;
};

/** A record with its place in the spool, as it lies there. */
export type WaitingRecord = { seq: number; claims: string[]; line: string };

export function formatLine(seq: number, { claims, record }: SpooledRecord): string {
  return `${seq}\t${claims.length === 0 ? '[]' : JSON.stringify(claims)}\t${JSON.stringify(record)}`;
}

export function parseGroup(text: string): WaitingRecord[] {
  return text.split('\n').map(parseLine);
}

export function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function parseLine(line: string): WaitingRecord {
  const [seq, claims = '[]'] = line.split('\t', 2);
  return { seq: Number(seq), claims: claims === '[]' ? [] : (JSON.parse(claims) as string[]), line };
}

export function parseRecord({ line }: Pick<WaitingRecord, 'line'>): AcceptedRecord {
  return JSON.parse(line.slice(line.lastIndexOf('\t') + 1)) as AcceptedRecord;
}

type Gathering = { lines: string[]; length: number; lastSeq: number; stored: Promise<void> };

const longestGroup = 256 * 1024;

/**
 * Batches the lines that arrive in one turn, or while the lines before them are being written, and writes them as one
 * value under the number of the last: storing and removing a value costs the same for one record as for thirty.
 */
export function createGatherer(write: (lastSeq: number, text: string) => Promise<void>) {
  let open: Gathering | undefined;
  let before: Promise<void> = Promise.resolve();

  function start(): Gathering {
    const group: Gathering = { lines: [], length: 0, lastSeq: 0, stored: Promise.resolve() };
    group.stored = before.then(endOfTurn).then(() => {
      if (open === group) open = undefined;
      return write(group.lastSeq, group.lines.join('\n'));
    });
    before = group.stored.catch(() => {});
    return group;
  }

  /** Resolves when the line is written. */
  return (seq: number, line: string): Promise<void> => {
    if (open === undefined || open.length > longestGroup) open = start();
    open.lines.push(line);
    open.length += line.length;
    open.lastSeq = seq;
    return open.stored;
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

import { parseArgs } from 'node:util';

export type Options = {
  seconds: number;
  connections: number;
  rounds: number;
  /** Where the figures go as JSON. */
  json: string | undefined;
  /** Where Footfall's CPU profile goes. */
  cpuProf: string | undefined;
};

export const usage = `Usage: npm run bench -- [--seconds N] [--connections N] [--rounds N] [--json FILE] [--cpu-prof FOLDER]
  --seconds      how long each server is loaded in a round (8)
  --connections  how many requests are under way at once (64)
  --rounds       how often both servers are loaded in turn; the median counts (3)
  --json         also write the figures to this file
  --cpu-prof     also write a CPU profile of Footfall into this folder; this slows it down
`;

/** undefined for words that make no sense: show `usage`. */
export function parseOptions(words: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        seconds: { type: 'string', default: '8' },
        connections: { type: 'string', default: '64' },
        rounds: { type: 'string', default: '3' },
        json: { type: 'string' },
        'cpu-prof': { type: 'string' },
      },
    });
    return {
      seconds: parseWhole(values.seconds),
      connections: parseWhole(values.connections),
      rounds: parseWhole(values.rounds),
      json: values.json,
      cpuProf: values['cpu-prof'],
    };
  } catch {
    return undefined;
  }
}

function parseWhole(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new RangeError(`"${text}" is not a whole number from 1 to 99,999.`);
  return Number(text);
}

/** Round figures for the tests of what is made of them. */
import type { Timing } from './measure.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { FiveFigures, SizeFigures } from './measure-size.ts';
import { fiveNames } from './questions.ts';

const megabyte = 1024 * 1024;

export const timing = (medianMs: number): Timing => ({ medianMs, lowestMs: medianMs, runs: 9 });
export const failed: Timing = { medianMs: null, lowestMs: null, runs: 0, failure: 'upstream_unavailable' };

/** Each of the five takes 10 ms, 20 with a filter and 400 in plain SQL; a scan takes 10. */
export function exampleSize(events: number, changes: Partial<SizeFigures> = {}): SizeFigures {
  const each: FiveFigures = {
    plain: timing(400),
    footfall: timing(10),
    filtered: timing(20),
    footfallMemoryBytes: 50 * megabyte,
    filteredMemoryBytes: 60 * megabyte,
  };
  return {
    events,
    leaves: 50,
    pageviews: events,
    inRange: { pageviews: events / 6, sessions: events / 10 },
    fillSeconds: 1,
    settleSeconds: 0.5,
    five: Object.fromEntries(fiveNames.map((name) => [name, each])) as SizeFigures['five'],
    together: { again: timing(30), anew: timing(45) },
    scan: timing(10),
    scanUnpacked: timing(6),
    realtime: timing(5),
    ...changes,
  };
}

export function exampleGrowth(changes: Partial<GrowthFigures> = {}): GrowthFigures {
  const each = { before: timing(10), after: timing(11) };
  return {
    events: 1e6,
    fillSeconds: 1,
    settleSeconds: 0.5,
    olderPageviews: { before: 300_000, after: 3_000_000 },
    five: Object.fromEntries(fiveNames.map((name) => [name, each])) as GrowthFigures['five'],
    crowdedDay: { pageviews: 500_000, realtime: timing(14) },
    ...changes,
  };
}

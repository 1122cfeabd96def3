/** Round figures for the tests of what is made of them. */
import type { Timing } from './measure.ts';
import type { ArrivalFigures, BatchFigures } from './measure-arrival.ts';
import type { GrowthFigures } from './measure-growth.ts';
import type { ServerFigures } from './measure-server.ts';
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
    rebuildSeconds: 0.5,
    five: Object.fromEntries(fiveNames.map((name) => [name, each])) as SizeFigures['five'],
    together: timing(30),
    scan: timing(10),
    realtime: timing(5),
    heavy: [{ title: 'sessions', timing: timing(40) }],
    ...changes,
  };
}

export function exampleGrowth(changes: Partial<GrowthFigures> = {}): GrowthFigures {
  return {
    events: 1e6,
    fillSeconds: 1,
    rebuildSeconds: 0.5,
    olderPageviews: { before: 300_000, after: 3_000_000 },
    five: exampleBeforeAndAfter(),
    crowdedDay: { pageviews: 500_000, realtime: timing(9) },
    ...changes,
  };
}

export function exampleArrival(): ArrivalFigures {
  return { events: 1e7, five: exampleBeforeAndAfter() };
}

function exampleBeforeAndAfter(): ArrivalFigures['five'] {
  const each = { before: timing(10), after: timing(11) };
  return Object.fromEntries(fiveNames.map((name) => [name, each])) as ArrivalFigures['five'];
}

export const exampleBatches: BatchFigures = {
  records: 1000,
  sizes: [
    { events: 1e6, medianMs: 50, lowestMs: 40 },
    { events: 1e7, medianMs: 60, lowestMs: 45 },
  ],
};

export const exampleServer: ServerFigures = {
  events: 1e7,
  idleBytes: 250 * megabyte,
  afterLoadBytes: 400 * megabyte,
  visibility: { perSecond: 2000, seconds: 20, records: 40_000, p50Ms: 200, p99Ms: 900, longestMs: 950 },
};

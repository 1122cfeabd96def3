/** How long it takes from the answer to a record until a report counts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FootfallServer } from './footfall-server.ts';
import { buildHit } from './pageviews.ts';
import type { LoadRequest } from './run-load.ts';
import { type Pace, sendPaced } from './send-paced.ts';

export type Visibility = Pace & { records: number; p50Ms: number; p99Ms: number; longestMs: number };

const pollMs = 20;
const patienceMs = 60_000;

/**
 * Records become visible in the order in which they were accepted: the n-th is when a report counts n of them. The
 * report's own time is part of what is measured, and so are the pauses between two of them.
 */
export async function measureVisibility(
  server: FootfallServer,
  website: string,
  pace: Pace,
): Promise<Visibility> {
  const before = await server.countStored(website);
  const acceptedAt: number[] = [];
  const latencies: number[] = [];
  const records = pace.perSecond * pace.seconds;
  const sending = sendPaced(server.url, pace, createVisits(website), () => {
    acceptedAt.push(performance.now());
  });
  // A failure ends the wait below; until then nobody listens for it.
  let failure: unknown;
  sending.catch((error) => {
    failure = error;
  });
  const deadline = performance.now() + 1000 * pace.seconds + patienceMs;
  while (latencies.length < records) {
    if (failure) throw failure;
    if (performance.now() > deadline) throw new Error('Not all accepted records became visible.');
    const visible = (await server.countStored(website)) - before;
    const now = performance.now();
    while (latencies.length < visible) latencies.push(now - (acceptedAt[latencies.length] ?? now));
    await sleep(pollMs);
  }
  await sending;
  return { ...pace, records, ...summarize(latencies) };
}

export function summarize(latencies: readonly number[]) {
  const sorted = latencies.toSorted((a, b) => a - b);
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: quantile(0.5), p99Ms: quantile(0.99), longestMs: sorted.at(-1) ?? 0 };
}

const newSessionShare = 0.6;
const newVisitorShare = 0.5;
const remembered = 2000;

type Visit = { visitor: string; session: string };

/** Views of which 40 % go on with one of the last sessions; half of the other sessions are of somebody seen before. */
function createVisits(website: string): (index: number) => LoadRequest {
  const run = Math.random().toString(36).slice(2, 8);
  const visits: Visit[] = [];
  const pick = () => visits[Math.floor(Math.random() * visits.length)];
  const begin = (index: number): Visit => {
    const known = Math.random() < newVisitorShare ? undefined : pick();
    const visit = {
      visitor: known?.visitor ?? `visitor-${run}-${index}`,
      session: `session-${run}-${index}`,
    };
    visits[index % remembered] = visit;
    return visit;
  };
  return (index) => {
    const goesOn = Math.random() < newSessionShare ? undefined : pick();
    const { visitor, session } = goesOn ?? begin(index);
    return buildHit(website, visitor, session, index);
  };
}

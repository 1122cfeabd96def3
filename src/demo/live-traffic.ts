import { type Clock, systemClock } from '../contract/clock.ts';
import { createClaims } from '../ingest/claims.ts';
import type { AnalyticsEngine } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';
import { addRows, emptyRows, inside, type Target } from './build-rows.ts';
import { buildDays, type Day, minuteMs } from './calendar.ts';
import { insertRows } from './insert-rows.ts';
import { createRandom } from './random.ts';
import { buildArrival, type Visitor } from './visitor.ts';

export type LiveTrafficOptions = {
  control: Control;
  analytics: Pick<AnalyticsEngine, 'store'>;
  target: Target;
  seed: number;
  clock?: Clock;
};

export type LiveTraffic = {
  /** Stores what happened since the last call. */
  tick(): Promise<void>;
};

/** Somebody on the website, and how much of their visit is stored. */
type Present = { visitor: Visitor; stored: number };

/** A new demo is lively while somebody looks at it; left alone, it grows about as the shop did before. */
const livelyForMs = 2 * 60 * minuteMs;
const livelyGapMs = 20_000;
const usualGapMs = 3 * minuteMs;
const firstVisitors = 3;
const mostPresent = 40;

/** Visitors who come while the demo runs, so that realtime lives. */
export function createLiveTraffic(options: LiveTrafficOptions): LiveTraffic {
  const { analytics, target, seed, clock = systemClock } = options;
  const claims = createClaims(options.control);
  const startedAt = clock();
  const random = createRandom(seed, startedAt);
  let present: Present[] = [];
  let nextArrivalAt = startedAt;
  let arrivals = 0;

  function letIn(now: number): void {
    // After the machine slept, no visitors are made up for the time in between.
    if (now - nextArrivalAt > minuteMs) nextArrivalAt = now;
    while (nextArrivalAt <= now && present.length < mostPresent) {
      const today = buildDays(nextArrivalAt).at(-1) as Day;
      present.push({ visitor: buildArrival(today, nextArrivalAt, random), stored: 0 });
      arrivals += 1;
      nextArrivalAt += arrivals < firstVisitors ? 1_000 : drawGap(now);
    }
  }

  function drawGap(now: number): number {
    const usual = now - startedAt < livelyForMs ? livelyGapMs : usualGapMs;
    return Math.ceil(-Math.log(1 - random.next()) * usual);
  }

  return {
    async tick() {
      const now = clock();
      letIn(now);
      const due = present.map((each) => ({ ...each, reached: countReached(each.visitor, now) }));
      const rows = emptyRows();
      for (const { visitor, stored, reached } of due) {
        if (reached > stored) addRows(rows, cutVisit(visitor, stored, reached), target);
      }
      if (rows.hits.length + rows.conversions.length + rows.payments.length + rows.identities.length === 0)
        return;
      await insertRows(rows, `demo-live:${target.websiteId}:${now}`, analytics, claims, now);
      present = due
        .map(({ visitor, reached }) => ({ visitor, stored: reached }))
        .filter(({ visitor, stored }) => stored < stepsOf(visitor).length);
    },
  };
}

const stepsOf = ({ visits }: Visitor) => visits[0]?.steps ?? [];

const countReached = (visitor: Visitor, now: number): number =>
  stepsOf(visitor).filter(({ at }) => at <= now).length;

/** The steps of a visit from one up to another; only its first has come from elsewhere. */
function cutVisit(visitor: Visitor, from: number, to: number): Visitor {
  const visits = visitor.visits.map((visit) => ({
    ...visit,
    arrival: from === 0 ? visit.arrival : inside,
    steps: visit.steps.slice(from, to),
  }));
  return { ...visitor, visits, billing: [] };
}

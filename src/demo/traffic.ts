import { buildDays, type Day } from './calendar.ts';
import { buildProgramVisits, type ProgramVisit } from './programs.ts';
import { createRandom } from './random.ts';
import {
  buildEarlySubscriber,
  buildLiveVisitor,
  buildVisitor,
  type Period,
  type Visitor,
} from './visitor.ts';

export type TrafficOptions = {
  seed: number;
  /** About how many; those who would come later today are not there yet. */
  visitors: number;
  now: number;
};

const earlySubscriberShare = 0.004;
const liveVisitors = 7;

/** Draws of their own for each group, so that none depends on how many came before it. */
const groups = { days: 0, earlySubscribers: 1, live: 2, programs: 3 };

export type Group = {
  /** Groups built so far, this one included, and groups in all. */
  number: number;
  of: number;
  visitors: Visitor[];
  programs: ProgramVisit[];
};

/** All of it, a group at a time: each day with its programs, then the early subscribers, then who is here now. */
export function* buildTraffic({ seed, visitors, now }: TrafficOptions): Generator<Group> {
  const days = buildDays(now);
  const period: Period = { days, now };
  const of = days.length + 2;
  for (const [index, count] of shareOut(visitors, days).entries()) {
    const day = days[index] as Day;
    const arrived = Array.from({ length: count }, (_, number) =>
      buildVisitor(day, period, createRandom(seed, groups.days, index, number)),
    );
    const programs = buildProgramVisits(day, count, now, createRandom(seed, groups.programs, index));
    yield { number: index + 1, of, visitors: arrived.filter(({ visits }) => visits.length > 0), programs };
  }
  const early = Array.from({ length: Math.ceil(visitors * earlySubscriberShare) }, (_, number) =>
    buildEarlySubscriber(period, createRandom(seed, groups.earlySubscribers, number)),
  );
  yield { number: of - 1, of, visitors: early, programs: [] };
  const live = Array.from({ length: liveVisitors }, (_, number) =>
    buildLiveVisitor(period, createRandom(seed, groups.live, number)),
  );
  yield { number: of, of, visitors: live, programs: [] };
}

/** Whole visitors for each day, adding up to the total. */
function shareOut(total: number, days: readonly Day[]): number[] {
  const weights = days.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  let given = 0;
  return days.map(({ weight }) => {
    reached += weight;
    const count = Math.round((total * reached) / weights) - given;
    given += count;
    return count;
  });
}

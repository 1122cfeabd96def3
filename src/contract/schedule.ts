import { addDays, dayMs, dayOf, instantOfWallTime } from './time-zone.ts';

export type Frequency = 'daily' | 'weekly' | 'monthly';

/** At which hour of the wall clock, in which zone. */
export type Schedule = { frequency: Frequency; timezone: string; hour: number };

/** Calendar days, both included, each as its start in UTC. */
export type DayRange = { from: number; to: number };

/** What a report tells, and what it compares that with. */
export type Period = DayRange & { before: DayRange };

const hourMs = 60 * 60 * 1000;

/** The first time after `after`; `after` itself is none. */
export function findNextRun(schedule: Schedule, after: number): number {
  const { frequency, timezone } = schedule;
  let day = findRunDay(frequency, dayOf(after, timezone));
  while (runAt(schedule, day) <= after) day = nextRunDay(frequency, day);
  return runAt(schedule, day);
}

/** The last period that was over at `now`: of yesterday, of last week, of last month. */
export function buildPeriod({ frequency, timezone }: Schedule, now: number): Period {
  const runDay = findRunDay(frequency, dayOf(now, timezone));
  const from = previousRunDay(frequency, runDay);
  const before = { from: previousRunDay(frequency, from), to: addDays(from, -1) };
  return { from, to: addDays(runDay, -1), before };
}

/** Where clocks skip the hour it is the moment at which they do; an hour that comes twice counts once. */
function runAt({ timezone, hour }: Schedule, day: number): number {
  return instantOfWallTime(day + hour * hourMs, timezone);
}

/** The day on or before `day` on which reports of this kind are sent: any, Mondays, firsts. */
function findRunDay(frequency: Frequency, day: number): number {
  const date = new Date(day);
  if (frequency === 'weekly') return addDays(day, -((date.getUTCDay() + 6) % 7));
  if (frequency === 'monthly') return addDays(day, 1 - date.getUTCDate());
  return day;
}

function nextRunDay(frequency: Frequency, runDay: number): number {
  // Longer than any month and shorter than two.
  if (frequency === 'monthly') return findRunDay('monthly', runDay + 32 * dayMs);
  return addDays(runDay, frequency === 'weekly' ? 7 : 1);
}

function previousRunDay(frequency: Frequency, runDay: number): number {
  return findRunDay(frequency, addDays(runDay, -1));
}

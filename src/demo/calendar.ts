import type { Random } from './random.ts';

/** When visits happen: days and hours as the shop's own clock shows them. */
export type Day = {
  /** 0 for the oldest day. */
  index: number;
  /** Unix milliseconds of local midnight. */
  startsAt: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Days since the launch of the dripper; negative before it. */
  sinceLaunch: number;
  /** 0 on the oldest day, 1 on the newest. */
  progress: number;
  /** The day's share of all visitors, relative to other days. */
  weight: number;
};

export const timeZone = 'Europe/Berlin';
export const dayMs = 24 * 60 * 60_000;
export const minuteMs = 60_000;

const hourMs = 60 * minuteMs;
const numberOfDays = 90;
const launchDaysAgo = 32;
const tuesday = 2;

const weekdayWeights = [0.86, 1.06, 1.1, 1.08, 1.1, 0.96, 0.78];
const launchWeights = [2.9, 2.1, 1.4, 0.9, 0.55, 0.35, 0.2, 0.1];

const workdayHours = [
  8, 4, 3, 2, 3, 6, 17, 34, 46, 50, 52, 51, 60, 54, 49, 47, 46, 47, 50, 56, 64, 62, 42, 20,
];
const weekendHours = [
  12, 7, 4, 3, 3, 4, 8, 16, 30, 45, 56, 58, 54, 52, 52, 52, 51, 52, 52, 55, 58, 54, 38, 22,
];

export function buildDays(now: number): Day[] {
  const newest = startOfLocalDay(now);
  const launch = findLaunch(newest);
  return Array.from({ length: numberOfDays }, (_, index) => {
    const startsAt = startOfLocalDay(newest - (numberOfDays - 1 - index) * dayMs + dayMs / 2);
    const weekday = weekdayOf(startsAt);
    const sinceLaunch = Math.round((startsAt - launch) / dayMs);
    const progress = index / (numberOfDays - 1);
    const growth = 0.82 + 0.4 * progress;
    const weight = growth * (weekdayWeights[weekday] as number) + (launchWeights[sinceLaunch] ?? 0);
    return { index, startsAt, weekday, sinceLaunch, progress, weight };
  });
}

/** A moment of the day, by the hours people keep. */
export function drawMoment(day: Day, random: Random): number {
  const isWeekend = day.weekday === 0 || day.weekday === 6;
  const hours = (isWeekend ? weekendHours : workdayHours).map((weight, hour) => [hour, weight] as const);
  return Math.floor(day.startsAt + (random.weighted(hours) + random.next()) * hourMs);
}

/** Launches are held on a Tuesday. */
function findLaunch(newest: number): number {
  const about = startOfLocalDay(newest - launchDaysAgo * dayMs + dayMs / 2);
  const early = (weekdayOf(about) - tuesday + 7) % 7;
  return startOfLocalDay(about - early * dayMs + dayMs / 2);
}

function startOfLocalDay(at: number): number {
  const local = at + offsetAt(at);
  const midnight = local - (local % dayMs);
  return midnight - offsetAt(midnight - offsetAt(at));
}

function weekdayOf(localMidnight: number): number {
  return new Date(localMidnight + offsetAt(localMidnight)).getUTCDay();
}

const clockFace = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });

/** How far the shop's clock is ahead of UTC, from a text such as `GMT+02:00`. */
function offsetAt(at: number): number {
  const name = clockFace.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs);
}

import type { Analytics } from '../../store/analytics/open-analytics.ts';
import { always, bind, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { SettledPart } from '../../store/analytics/tables.ts';
import type { DateRange } from '../question/date-range.ts';

/** What reports need to know of the days with records: where nothing is settled, they look at the records alone. */
export type OpenDays = Record<SettledPart, OpenPart>;

export type OpenPart = {
  /** Days that are not settled, or no longer. `all` where nothing is settled, or these would be too many. */
  open: readonly OpenDay[] | 'all';
  /** Whether reports use what is settled. */
  isSettled: boolean;
  /** Unix milliseconds: the end of the last day that is settled. All days after it are open. */
  settledUntil: number;
};

type OpenDay = { websiteId: string; day: string };

const allOpen: OpenPart = { open: 'all', isSettled: false, settledUntil: 0 };

export const everyDayOpen: OpenDays = { traffic: allOpen, credits: allOpen };

const mostOpenDays = 2_000;
/** Today, yesterday until it is settled, and days to which late records came. */
const fewDays = 7;
const dayMs = 86_400_000;

export async function findOpenDays(
  analytics: Analytics,
  workspaceId: string,
  websiteIds: readonly string[],
): Promise<OpenDays> {
  const websites = await analytics.findDays(workspaceId, websiteIds);
  const ofPart = (part: SettledPart): OpenPart => {
    const open = websites.flatMap(({ websiteId, [part]: days }) =>
      days.open.map((day) => ({ websiteId, day })),
    );
    if (open.length > mostOpenDays) return allOpen;
    const ends = websites.flatMap(({ [part]: { lastSettled } }) =>
      lastSettled === undefined ? [] : Date.parse(lastSettled) + dayMs,
    );
    return { open, isSettled: ends.length > 0, settledUntil: Math.max(0, ...ends) };
  };
  return { traffic: ofPart('traffic'), credits: ofPart('credits') };
}

/**
 * With the days in UTC of which the range has only a part: what is settled knows whole days, so these are looked at as
 * if they were not.
 */
export function withCutDays(
  { traffic, credits }: OpenDays,
  websiteIds: readonly string[],
  { from, to }: DateRange,
): OpenDays {
  const cut = [from, to]
    .filter((end) => end % dayMs !== 0)
    .map((end) => new Date(end).toISOString().slice(0, 10));
  const added = [...new Set(cut)].flatMap((day) => websiteIds.map((websiteId) => ({ websiteId, day })));
  const join = (part: OpenPart): OpenPart => {
    if (part.open === 'all' || !part.isSettled) return part;
    const known = new Set(part.open.map(({ websiteId, day }) => `${websiteId} ${day}`));
    const more = added.filter(({ websiteId, day }) => !known.has(`${websiteId} ${day}`));
    return { ...part, open: [...part.open, ...more] };
  };
  return { traffic: join(traffic), credits: join(credits) };
}

export function hasOpenDays({ open }: OpenPart, first: string, last: string): boolean {
  return open === 'all' || open.some(({ day }) => day >= first && day <= last);
}

export function hasOpenDaysOutside({ open }: OpenPart, first: string, last: string): boolean {
  return open === 'all' || open.some(({ day }) => day < first || day > last);
}

export function areFewDays({ open }: OpenPart): boolean {
  return open !== 'all' && new Set(open.map(({ day }) => day)).size <= fewDays;
}

/** Whether a row of one of these websites, with `website_id, day`, is on one of the days. */
export function buildIsOpen(websiteIds: readonly string[], { open, isSettled }: OpenPart): Sql {
  if (open === 'all' || !isSettled) return always;
  const conditions = [...websitesByDays(open)].map(([dates, websites]) => {
    const onDates = sql`day IN ${bind.dates(dates.split(' '))}`;
    if (websites.length === websiteIds.length) return onDates;
    return sql`(website_id IN ${bind.strings(websites)} AND ${onDates})`;
  });
  return conditions.length === 0 ? sql`(0)` : sql`(${joinSql(conditions, sql` OR `)})`;
}

/** Whether such a row, of what was settled, is on none of them. */
export function buildIsSettled(websiteIds: readonly string[], part: OpenPart): Sql {
  return areLastDays(part)
    ? sql`day < ${bind.day(part.settledUntil)}`
    : sql`NOT ${buildIsOpen(websiteIds, part)}`;
}

/** Whether all days that are not settled come after those that are, as they do unless late records come. */
export function areLastDays({ open, settledUntil }: OpenPart): boolean {
  return open !== 'all' && open.every(({ day }) => Date.parse(day) >= settledUntil);
}

/** Most websites have the same days open, so that few conditions do for all of them. */
function websitesByDays(days: readonly OpenDay[]): Map<string, string[]> {
  const daysOf = new Map<string, string[]>();
  for (const { websiteId, day } of days) daysOf.set(websiteId, [...(daysOf.get(websiteId) ?? []), day]);
  const websites = new Map<string, string[]>();
  for (const [websiteId, own] of daysOf) {
    const dates = own.join(' ');
    websites.set(dates, [...(websites.get(dates) ?? []), websiteId]);
  }
  return websites;
}

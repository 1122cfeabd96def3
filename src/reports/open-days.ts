import type { Analytics } from '../store/analytics/open-analytics.ts';
import { buildOpenDays } from '../store/analytics/open-days.ts';
import { bind, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import type { SettledPart } from '../store/analytics/tables.ts';
import type { DateRange } from './date-range.ts';

/** Days of which nothing is settled, or no longer: reports look at their records. `all` where there are too many. */
export type OpenDays = Record<SettledPart, readonly OpenDay[] | 'all'>;

type OpenDay = { websiteId: string; day: string };

export const everyDayOpen: OpenDays = { traffic: 'all', credits: 'all' };

const mostOpenDays = 2_000;
const dayMs = 86_400_000;

/** `mine` selects the websites asked for. */
export async function findOpenDays(analytics: Analytics, mine: Sql): Promise<OpenDays> {
  const { data } = await analytics.query(sql`
    SELECT website_id, part, toString(day) AS date FROM ${buildOpenDays(mine)} ORDER BY website_id, day`);
  const ofPart = (part: SettledPart) => {
    const days = data.filter((row) => row.part === part);
    if (days.length > mostOpenDays) return 'all';
    return days.map((row) => ({ websiteId: String(row.website_id), day: String(row.date) }));
  };
  return { traffic: ofPart('traffic'), credits: ofPart('credits') };
}

/**
 * With the days in UTC of which the range has only a part: what is settled knows whole days, so these are looked at as
 * if they were not.
 */
export function withCutDays(
  open: OpenDays,
  websiteIds: readonly string[],
  { from, to }: DateRange,
): OpenDays {
  const cut = [from, to]
    .filter((end) => end % dayMs !== 0)
    .map((end) => new Date(end).toISOString().slice(0, 10));
  const added = [...new Set(cut)].flatMap((day) => websiteIds.map((websiteId) => ({ websiteId, day })));
  const join = (days: readonly OpenDay[] | 'all') => {
    if (days === 'all') return days;
    const known = new Set(days.map(({ websiteId, day }) => `${websiteId} ${day}`));
    return [...days, ...added.filter(({ websiteId, day }) => !known.has(`${websiteId} ${day}`))];
  };
  return { traffic: join(open.traffic), credits: join(open.credits) };
}

export function hasOpenDays(days: readonly OpenDay[] | 'all', first: string, last: string): boolean {
  return days === 'all' || days.some(({ day }) => day >= first && day <= last);
}

/** Whether a row of one of these websites, with `website_id, day`, is on one of the days. */
export function buildIsOpen(websiteIds: readonly string[], days: readonly OpenDay[] | 'all'): Sql {
  if (days === 'all') return sql`(1)`;
  const conditions = [...websitesByDays(days)].map(([dates, websites]) => {
    const onDates = sql`day IN ${bind.dates(dates.split(' '))}`;
    if (websites.length === websiteIds.length) return onDates;
    return sql`(website_id IN ${bind.strings(websites)} AND ${onDates})`;
  });
  return conditions.length === 0 ? sql`(0)` : sql`(${joinSql(conditions, sql` OR `)})`;
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

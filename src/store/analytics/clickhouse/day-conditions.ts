/** Conditions over `day`, by which the tables are sorted, and `website_id`. */
import { slotFrom, slotMs } from '../definitions/slots.ts';
import type { Span } from '../relations.ts';
import { always, and, bind, joinSql, type Sql, sql, whole } from '../sql.ts';
import { type DaySpan, lastDay } from './day-span.ts';
import type { OpenDay, PartDays } from './open-days.ts';

export const never = sql`1 = 0`;

const dayMs = 86_400_000;

/** The days that the span touches. For an empty span the first comes after the last. */
export function touchDays({ from = 0, to = Number.POSITIVE_INFINITY }: Span): DaySpan {
  return {
    first: Math.min(Math.max(0, Math.floor(from / dayMs)), lastDay),
    last: Math.min(Math.ceil(to / dayMs) - 1, lastDay),
  };
}

/** The span from the first to the last of the slots that begin in it. */
export function alignToSlots({ from, to }: Span): Span {
  return {
    ...(from !== undefined && { from: slotFrom(from) * slotMs }),
    ...(to !== undefined && { to: slotFrom(to) * slotMs }),
  };
}

export function buildWithin({ first, last }: DaySpan): Sql {
  if (first > last) return never;
  return and(
    first > 0 ? sql`day >= ${writeDay(first)}` : always,
    last < lastDay ? sql`day <= ${writeDay(last)}` : always,
  );
}

/** Only the conditions that the days leave undecided: each one takes time over a million rows. */
export function buildTimes({ from, to }: Span): Sql {
  return and(
    from !== undefined && from % dayMs !== 0 ? sql`ts >= ${bind.instant(from)}` : always,
    to !== undefined && to % dayMs !== 0 ? sql`ts < ${bind.instant(to)}` : always,
  );
}

/** The same for rows that know only their slot; the span consists of whole slots. */
export function buildSlots({ from, to }: Span, isSettled: boolean): Sql {
  const isDecided = (end: number | undefined) => end === undefined || (isSettled && end % dayMs === 0);
  return and(
    isDecided(from) ? always : sql`slot >= ${whole((from as number) / slotMs)}`,
    isDecided(to) ? always : sql`slot < ${whole((to as number) / slotMs)}`,
  );
}

export function writeDay(day: number): Sql {
  return sql`toDate(${whole(day)})`;
}

/** Whether a row of these websites lies on a day that is not settled. */
export function buildIsOpen(websiteIds: readonly string[], { open }: PartDays): Sql {
  if (open === 'all') return always;
  const conditions = [...websitesByDays(open)].map(([dates, websites]) => {
    const onDates = sql`day IN ${bind.texts(dates.split(' '))}`;
    if (websites.length === websiteIds.length) return onDates;
    return sql`(website_id IN ${bind.texts(websites)} AND ${onDates})`;
  });
  return conditions.length === 0 ? never : sql`(${joinSql(conditions, sql` OR `)})`;
}

/** Whether a settled row of these websites lies on none of those days. */
export function buildIsSettled(websiteIds: readonly string[], part: PartDays): Sql {
  if (part.open === 'all') return never;
  const areLast = part.open.every(({ day }) => Date.parse(day) >= part.settledUntil);
  return areLast
    ? sql`day < ${writeDay(part.settledUntil / dayMs)}`
    : sql`NOT ${buildIsOpen(websiteIds, part)}`;
}

export function hasOpenDays({ open, recorded }: PartDays, { first, last }: DaySpan): boolean {
  if (open === 'all') return recorded.first <= last && recorded.last >= first;
  return open.some((each) => numberOf(each) >= first && numberOf(each) <= last);
}

export function hasOpenDaysOutside({ open, recorded }: PartDays, { first, last }: DaySpan): boolean {
  if (open === 'all')
    return recorded.first <= recorded.last && (recorded.first < first || recorded.last > last);
  return open.some((each) => numberOf(each) < first || numberOf(each) > last);
}

function numberOf({ day }: OpenDay): number {
  return Date.parse(day) / dayMs;
}

/** Most websites have the same days open, so that a few conditions cover all of them. */
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

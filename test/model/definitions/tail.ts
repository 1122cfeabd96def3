import { count, meanSeconds, money, percent, totalMicros } from './figures.ts';
import { ascending, descending, distinct, groupBy, keyOf, sorted } from './order.ts';
import { isConversion, isHit, isPageview, isPayment } from './record.ts';
import type { Session } from './sessions.ts';
import { isCovered, type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';

/** The columns that every row of a traffic report ends with: contract §4, TAIL. */
export type Tail = {
  visitors: string;
  sessions: string;
  pageviews: string;
  bounces: string;
  bounce_rate: number;
  avg_session_seconds: number;
  conversions: string;
  conversion_rate: number;
  revenue: number;
};

export function buildTail(view: View, placed: readonly Placed[]): Tail {
  const records = placed.map(recordOf);
  const visitors = distinct(records.filter(isHit), ({ visitor }) => visitor);
  const conversions = records.filter(isConversion);
  const began = sessionsBegun(view, placed);
  const bounces = began.filter(({ bounced }) => bounced);
  return {
    visitors: count(visitors),
    sessions: count(began),
    pageviews: count(records.filter(isPageview)),
    bounces: count(bounces),
    bounce_rate: percent(bounces.length, began.length),
    avg_session_seconds: meanSeconds(began.map(({ durationMs }) => durationMs)),
    conversions: count(conversions),
    conversion_rate: conversionRate(conversions, visitors),
    revenue: money(totalMicros(records.filter(isPayment).map(({ micros }) => micros))),
  };
}

/** Who converted without being among the visitors does not count. */
export function conversionRate(
  conversions: readonly { visitor: string }[],
  visitors: ReadonlySet<string>,
): number {
  const converting = distinct(conversions, ({ visitor }) => visitor);
  return percent([...converting].filter((visitor) => visitors.has(visitor)).length, visitors.size);
}

/** A session belongs to the range in which its first record lies. */
export function sessionsBegun(view: View, placed: readonly Placed[]): Session[] {
  const sessions = placed.flatMap(({ record, session }) => (isHit(record) && session ? [session] : []));
  return [...new Set(sessions)].filter(({ beganAt }) => isCovered(view)({ ts: beganAt }));
}

/** One row for each different head, most visitors first, then by the head from left to right. */
export function buildTailRows(
  view: View,
  headOf: (session: Session | undefined) => Record<string, string>,
  placed: readonly Placed[] = placeRecords(view),
): Row[] {
  const groups = groupBy(placed, ({ session }) => keyOf(...Object.values(headOf(session))));
  const rows = [...groups.values()].map((group) => ({
    ...headOf(group[0]?.session),
    ...buildTail(view, group),
  }));
  const columns = Object.keys(headOf(undefined));
  return sorted<Row>(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ...columns.map((column) => ascending<Row>((row) => String(row[column]))),
  );
}

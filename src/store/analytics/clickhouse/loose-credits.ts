import { selectCredits } from '../definitions/credits.ts';
import { selectVisits } from '../definitions/visits.ts';
import type { Span } from '../relations.ts';
import { and, type Sql, sql, unionAll } from '../sql.ts';
import { conversionColumns, paymentColumns, visitColumns } from './columns.ts';
import { buildIsOpen, buildIsSettled, buildWithin, countOpenDays, touchDays } from './day-conditions.ts';
import { buildLooseHits, type LooseScope } from './loose-hits.ts';

/** Of so few days, deriving all visits takes less than planning which sessions are of these visitors. */
const fewDays = 7;

/** Goals and payments on open days of the span; the session of each is looked up in all history. */
export function selectLooseCredits(scope: LooseScope, span: Span): Sql {
  const { mine, websiteIds, days } = scope;
  const isOpen = buildIsOpen(websiteIds, days.credits);
  const isWanted = and(mine, isOpen, buildWithin(touchDays(span)));
  const goals = sql`(SELECT ${conversionColumns} FROM conversions WHERE ${and(isWanted, sql`session_id = ''`)})`;
  const paying = sql`SELECT visitor_hash FROM payments WHERE ${isWanted}`;
  const credits = selectCredits({
    conversions: goals,
    payments: sql`(
      SELECT * FROM (SELECT ${paymentColumns} FROM payments WHERE ${mine}) WHERE visitor_hash IN (${paying}))`,
    visits: buildVisitsOf(scope, span, sql`(SELECT visitor_hash FROM ${goals} UNION ALL ${paying})`),
  });
  // Whether a payment is the first depends on all payments of the visitor, so those of other days are removed last.
  return sql`SELECT * FROM (SELECT *, toDate(ts) AS day FROM (${credits})) WHERE ${isOpen}`;
}

/** All visits of these visitors in sessions that began at any time before the end of the span. */
function buildVisitsOf(scope: LooseScope, { to }: Span, visitors: Sql): Sql {
  const before: Span = to === undefined ? {} : { to };
  const hits = buildLooseHits(scope, before);
  const theirs = sql`(SELECT session_hash FROM ${hits} WHERE visitor_hash IN ${visitors})`;
  const loose =
    countOpenDays(scope.days.traffic) <= fewDays
      ? hits
      : sql`(SELECT * FROM ${hits} WHERE session_hash IN ${theirs})`;
  return sql`(${unionAll([
    ...selectSettledVisits(scope, before, visitors),
    sql`SELECT ${visitColumns} FROM (${selectVisits(loose)})`,
  ])})`;
}

function selectSettledVisits({ mine, websiteIds, days }: LooseScope, before: Span, visitors: Sql): Sql[] {
  if (days.traffic.open === 'all') return [];
  const ofDays = and(mine, buildWithin(touchDays(before)), buildIsSettled(websiteIds, days.traffic));
  return [
    sql`
      SELECT * FROM (SELECT ${visitColumns} FROM settled_visits WHERE ${ofDays})
      WHERE visitor_hash IN ${visitors}`,
  ];
}

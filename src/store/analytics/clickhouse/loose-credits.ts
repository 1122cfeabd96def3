import { selectCredits } from '../definitions/credits.ts';
import { selectVisits } from '../definitions/visits.ts';
import type { Span } from '../relations.ts';
import { and, DerivedOnce, type Sql, sql, unionAll } from '../sql.ts';
import { conversionColumns, paymentColumns, visitColumns } from './columns.ts';
import { buildIsOpen, buildIsSettled, buildWithin, touchDays } from './day-conditions.ts';
import type { LooseScope } from './loose-hits.ts';

type LooseHits = (span: Span) => Sql;

/** Goals and payments on open days of the span; the session of each is looked up in all history. */
export function selectLooseCredits(scope: LooseScope, looseHits: LooseHits, span: Span): Sql {
  const { mine, websiteIds, days } = scope;
  const isOpen = buildIsOpen(websiteIds, days.credits);
  const isWanted = and(mine, isOpen, buildWithin(touchDays(span)));
  const goals = sql`(SELECT ${conversionColumns} FROM conversions WHERE ${and(isWanted, sql`session_id = ''`)})`;
  const paying = sql`SELECT visitor_hash FROM payments WHERE ${isWanted}`;
  const visitors = new DerivedOnce(sql`SELECT visitor_hash FROM ${goals} UNION ALL ${paying}`);
  const credits = selectCredits({
    conversions: goals,
    payments: sql`(
      SELECT * FROM (SELECT ${paymentColumns} FROM payments WHERE ${mine}) WHERE visitor_hash IN (${paying}))`,
    visits: buildVisitsOf(scope, looseHits, span, sql`(SELECT visitor_hash FROM ${visitors})`),
  });
  // Whether a payment is the first depends on all payments of the visitor, so those of other days are removed last.
  return sql`SELECT * FROM (SELECT *, toDate(ts) AS day FROM (${credits})) WHERE ${isOpen}`;
}

/** All visits of these visitors in sessions that began at any time before the end of the span. */
function buildVisitsOf(scope: LooseScope, looseHits: LooseHits, { to }: Span, visitors: Sql): Sql {
  const before: Span = to === undefined ? {} : { to };
  const hits = looseHits(before);
  const theirs = new DerivedOnce(
    sql`SELECT DISTINCT session_hash FROM ${hits} WHERE visitor_hash IN ${visitors}`,
  );
  const ofThem = sql`(SELECT * FROM ${hits} WHERE session_hash IN (SELECT session_hash FROM ${theirs}))`;
  return sql`(${unionAll([
    ...selectSettledVisits(scope, before, visitors),
    sql`SELECT ${visitColumns} FROM (${selectVisits(ofThem)})`,
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

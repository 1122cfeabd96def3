import { always, and, identifiers, type Sql, sql, unionAll } from '../../store/analytics/sql.ts';
import { factNames, type SessionFacts } from '../../store/analytics/tables.ts';
import { buildSessionCondition, pageFiltersOf } from '../question/filters.ts';
import { buildCredits } from './credits.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange, dayOf, isTraffic, place, visitorOf } from './sessions.ts';

/**
 * What is not settled of a range: visits of loose sessions, and goals and payments of open days, which are part of no
 * session. Nearly every report reads of these rows, so they are put together once with all that any may ask: `is_visit`,
 * what a row counts, and the facts of its session.
 */
export function shareUnsettled(
  scope: Scope,
  { columns, which, groupBy = sql`` }: { columns: Sql; which: Sql; groupBy?: Sql },
  alone: Sql,
): Sql {
  if (asksForPages(scope) || scope.settled.isTooMuchToShare) return sql`(${alone})`;
  const passes = and(which, buildSessionCondition(scope.filters));
  const made = selectUnsettled({ ...scope, filters: [] });
  return scope.share({ made, columns, which: passes, groupBy, alone });
}

const allFacts = identifiers([...factNames, 'website_id']);

function selectUnsettled(scope: Scope): Sql {
  const credits = buildLooseCredits(scope, factNames);
  return unionAll([
    selectVisits(buildSessionsWithAllFacts(withLooseHits(scope))),
    credits &&
      sql`
        SELECT ${creditCounts}, toUInt64(0) AS session_hash, toDate(0) AS day,
          toDateTime64(0, 3, 'UTC') AS began_at, ${allFacts}
        FROM ${credits}`,
  ]);
}

function selectVisits(sessions: Sql): Sql {
  return sql`
    SELECT 1 AS is_visit, ${visitorOf(sql`visit`)} AS visitor_hash, visit_pageviews AS pageviews,
      visit_customs AS customs, customs > 0 AS converts, visit = first_visit AND has_begun AS began,
      began AND has_bounced AS bounced, if(began, lasted_ms, 0) AS duration_ms, toDecimal128(0, 6) AS revenue,
      session_hash, ${dayOf(sql`visit`)} AS day, began_at, ${allFacts}
    FROM ${sessions}
    ARRAY JOIN visits.1 AS visit, visits.2 AS visit_pageviews, visits.3 AS visit_customs`;
}

/** To look up the first record takes half as long as to carry all that it tells through the grouping by session. */
function buildSessionsWithAllFacts(scope: Scope): Sql {
  const records = scope.settled.looseHits(sql`session_hash, ts, seq, ${allFacts}`, isTraffic);
  return sql`(
    SELECT session.*, ${allFacts}
    FROM (SELECT session_hash AS first_session, ${place} AS place, ${allFacts} FROM ${records}) AS first
    ANY INNER JOIN ${buildSessionsInRange(scope, [])} AS session
    ON first.first_session = session.session_hash AND first.place = session.first_place)`;
}

/** For those that are not settled: no other session's records are looked at. */
export function withLooseHits(scope: Scope): Scope {
  if (!scope.settled.sessions) return scope;
  // They are few: looking for those of sessions in the range costs more than taking all.
  return { ...scope, hitsAround: (columns) => scope.settled.looseHits(columns) };
}

/** What rows count, in the order in which they are put together: of a visit, and of goals and payments. */
export const visitCounts = sql`
  1 AS is_visit, visitor_hash, pageviews, customs, converts, began, bounced, duration_ms,
  toDecimal128(0, 6) AS revenue`;
export const creditCounts = sql`
  0 AS is_visit, visitor_hash, 0 AS pageviews, conversions AS customs, conversions > 0 AS converts, 0 AS began,
  0 AS bounced, 0 AS duration_ms, revenue`;

/**
 * Goals and payments that are not settled, as `website_id, visitor_hash, conversions, revenue` with the facts asked for;
 * undefined where there are none.
 */
export function buildLooseCredits(scope: Scope, facts: readonly (keyof SessionFacts)[]): Sql | undefined {
  const { isLooseCredit, searched, everything } = scope.settled;
  if (asksForPages(scope)) {
    return buildCredits(scope, facts, buildGoalsAndPayments(scope, always), everything);
  }
  return isLooseCredit && buildCredits(scope, facts, buildGoalsAndPayments(scope, isLooseCredit), searched);
}

/** What sessions viewed is known neither of settled goals and payments, nor of visits outside of the range. */
export function asksForPages({ filters }: Scope): boolean {
  return pageFiltersOf(filters).length > 0;
}

/** Those of the range for which `which` holds. */
function buildGoalsAndPayments({ conversionsWith, paymentsWith, within }: Scope, which: Sql): Sql {
  const origin = sql`website_id, visitor_hash, ts`;
  const ofRange = and(within, which);
  return sql`(${unionAll([
    conversionsWith(
      sql`${origin}, 1 AS conversions, toDecimal128(0, 6) AS revenue`,
      sql`session_id = '' AND ${ofRange}`,
    ),
    paymentsWith(sql`${origin}, 0 AS conversions, amount AS revenue`, ofRange),
  ])})`;
}

import { identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import type { SessionFacts } from '../store/analytics/tables.ts';
import { buildCredits } from './credits.ts';
import { buildMatch, buildSessionCondition, pageFiltersOf } from './filters.ts';
import type { Scope, Source } from './scope.ts';
import { buildSessionsInRange, type SessionColumn } from './sessions.ts';

/**
 * Rows of one kind with the facts asked for, and how they count. Each kind is added up by itself, because settled
 * sessions are many and what they count is simple. All but `bucket` and `began` are aggregate functions.
 */
export type Traffic = {
  rows: Sql;
  /** One of 16, the same for all rows of a visitor: distinct visitors are counted faster in small sets. */
  bucket: Sql;
  /** Whether the row is a session that began in the range: at most one row of a session is. */
  began: Sql;
  /** Who came, as an array in which a visitor may be there twice. */
  visitors: Sql;
  sessions: Sql;
  pageviews: Sql;
  bounces: Sql;
  durationMs: Sql;
  conversions: Sql;
  /** Who converted, as `visitors`. */
  converters: Sql;
  revenue: Sql;
};

/** All that happened in the range, from what is settled and what is loose. */
export function listTraffic(scope: Scope, columns: readonly (keyof SessionFacts)[]): Traffic[] {
  const facts = listFacts(columns);
  const kinds = [
    buildSettledTraffic(scope, facts),
    buildLooseTraffic(scope, columns, facts),
    ...buildCredited(scope, columns, facts),
  ];
  return kinds.filter((kind) => kind !== undefined);
}

const nothing = sql`0`;
const noRevenue = sql`toDecimal128(0, 6)`;
const nobody = sql`CAST([], 'Array(UInt64)')`;
const bucketOf = (visitor: Sql) => sql`bitShiftRight(${visitor}, 60)`;

function buildSettledTraffic(scope: Scope, facts: Sql): Traffic | undefined {
  const rows = buildSettledSessions(
    scope,
    sql`bucket, visitor_hash, pageviews, duration_ms, customs ${facts}`,
  );
  return (
    rows && {
      rows,
      bucket: sql`bucket`,
      began: sql`1`,
      visitors: sql`groupArray(visitor_hash)`,
      sessions: sql`count()`,
      pageviews: sql`sum(pageviews)`,
      bounces: sql`countIf(pageviews = 1 AND customs = 0)`,
      durationMs: sql`sum(duration_ms)`,
      conversions: sql`sum(customs)`,
      converters: sql`groupArrayIf(visitor_hash, customs > 0)`,
      revenue: noRevenue,
    }
  );
}

/** A row for each visitor of a session; the first has what the session counts. */
function buildLooseTraffic(scope: Scope, columns: readonly SessionColumn[], facts: Sql): Traffic {
  const began = sql`(nth = 1 AND has_begun)`;
  return {
    rows: sql`(
      SELECT visitor, nth, has_begun, bounced, lasted_ms, pageviews_within, customs_within, converters_within ${facts}
      FROM ${buildLooseSessions(scope, columns)}
      ARRAY JOIN visitors_within AS visitor, arrayEnumerate(visitors_within) AS nth)`,
    bucket: bucketOf(sql`visitor`),
    began,
    visitors: sql`groupArray(visitor)`,
    sessions: sql`countIf(${began})`,
    pageviews: sql`sumIf(pageviews_within, nth = 1)`,
    bounces: sql`countIf(${began} AND bounced)`,
    durationMs: sql`sumIf(lasted_ms, ${began})`,
    conversions: sql`sumIf(customs_within, nth = 1)`,
    converters: sql`groupArrayIf(visitor, has(converters_within, visitor))`,
    revenue: noRevenue,
  };
}

/** A page filter asks what a session viewed, and what is settled of goals and payments does not tell. */
function buildCredited(
  scope: Scope,
  columns: readonly (keyof SessionFacts)[],
  facts: Sql,
): readonly (Traffic | undefined)[] {
  const { credits, isLooseCredit, recent, everything } = scope.settled;
  const credited = (which: Sql, searched = everything) =>
    countCredits(buildCredits(scope, columns, buildGoalsAndPayments(scope, which), searched));
  if (pageFiltersOf(scope.filters).length > 0) return [credited(sql`1`)];
  const settled = credits?.(
    sql`visitor_hash, conversions, revenue ${facts}`,
    buildSessionCondition(scope.filters),
  );
  return [settled && countCredits(settled), isLooseCredit && credited(isLooseCredit, recent)];
}

/** Goals and payments, which are no visit. */
function countCredits(rows: Sql): Traffic {
  return {
    rows,
    bucket: bucketOf(sql`visitor_hash`),
    began: nothing,
    visitors: nobody,
    sessions: nothing,
    pageviews: nothing,
    bounces: nothing,
    durationMs: nothing,
    conversions: sql`sum(conversions)`,
    converters: sql`groupArrayIf(visitor_hash, conversions > 0)`,
    revenue: sql`sum(revenue)`,
  };
}

/** Those of the range for which `which` holds. */
function buildGoalsAndPayments({ conversionsWith, paymentsWith, within }: Scope, which: Sql): Sql {
  const place = sql`website_id, visitor_hash, ts`;
  const ofRange = sql`${within} AND ${which}`;
  return sql`(
    SELECT * FROM ${conversionsWith(
      sql`${place}, 1 AS conversions, toDecimal128(0, 6) AS revenue`,
      sql`session_id = '' AND ${ofRange}`,
    )}
    UNION ALL
    SELECT * FROM ${paymentsWith(sql`${place}, 0 AS conversions, amount AS revenue`, ofRange)})`;
}

/** Sessions of settled days that pass the filters; undefined where none is settled. */
export function buildSettledSessions(scope: Scope, columns: Sql): Sql | undefined {
  const pages = pageFiltersOf(scope.filters).map((filter) => {
    const viewed = sql`arrayExists(path -> ${buildMatch(filter)}, paths)`;
    return filter.operator.positive ? sql` AND ${viewed}` : sql` AND NOT ${viewed}`;
  });
  return scope.settled.sessions?.(
    columns,
    sql`${buildSessionCondition(scope.filters)}${joinSql(pages, sql``)}`,
  );
}

/** Sessions with a hit in the range that are not settled. */
export function buildLooseSessions(scope: Scope, columns: readonly SessionColumn[]): Sql {
  if (!scope.settled.sessions) return buildSessionsInRange(scope, columns);
  // They are few: looking for them costs more than taking all.
  const hitsAround: Source = (wanted) => scope.settled.looseHits(wanted);
  return buildSessionsInRange({ ...scope, hitsAround }, columns);
}

function listFacts(columns: readonly SessionColumn[]): Sql {
  return joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
}

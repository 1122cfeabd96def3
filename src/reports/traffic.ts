import { identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import { factNames, type SessionFacts } from '../store/analytics/tables.ts';
import { buildCredits } from './credits.ts';
import { buildSessionCondition, pageFiltersOf } from './filters.ts';
import type { Scope } from './scope.ts';
import type { SessionColumn } from './sessions.ts';
import { buildLooseVisits, buildSettledVisits } from './visits.ts';

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
  const rows = buildSettledVisits(scope, sql`bucket, visitor_hash, pageviews, duration_ms, customs ${facts}`);
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

function buildLooseTraffic(scope: Scope, columns: readonly (keyof SessionFacts)[], facts: Sql): Traffic {
  return {
    rows: buildLooseVisits(
      scope,
      columns,
      sql`visitor_hash, began, bounced, duration_ms, pageviews, customs, converts ${facts}`,
    ),
    bucket: bucketOf(sql`visitor_hash`),
    began: sql`began`,
    visitors: sql`groupArray(visitor_hash)`,
    sessions: sql`sum(began)`,
    pageviews: sql`sum(pageviews)`,
    bounces: sql`sum(bounced)`,
    durationMs: sql`sum(duration_ms)`,
    conversions: sql`sum(customs)`,
    converters: sql`groupArrayIf(visitor_hash, converts)`,
    revenue: noRevenue,
  };
}

/** A page filter asks what a session viewed, and what is settled of goals and payments does not tell. */
function buildCredited(
  scope: Scope,
  columns: readonly (keyof SessionFacts)[],
  facts: Sql,
): readonly (Traffic | undefined)[] {
  const { credits, isLooseCredit, everything } = scope.settled;
  const columnsOfCredit = sql`visitor_hash, conversions, revenue ${facts}`;
  if (pageFiltersOf(scope.filters).length > 0) {
    return [countCredits(buildCredits(scope, columns, buildGoalsAndPayments(scope, sql`1`), everything))];
  }
  const settled = credits?.(columnsOfCredit, buildSessionCondition(scope.filters));
  const loose = isLooseCredit && buildLooseCredits(scope, columns, columnsOfCredit, isLooseCredit);
  return [settled && countCredits(settled), loose && countCredits(loose)];
}

function buildLooseCredits(
  scope: Scope,
  columns: readonly (keyof SessionFacts)[],
  shown: Sql,
  isLoose: Sql,
): Sql {
  const goalsAndPayments = buildGoalsAndPayments(scope, isLoose);
  const { recent } = scope.settled;
  const all = sql`visitor_hash, conversions, revenue ${listFacts(factNames)}`;
  return scope.share({
    made: sql`SELECT ${all} FROM ${buildCredits({ ...scope, filters: [] }, factNames, goalsAndPayments, recent)}`,
    columns: shown,
    which: buildSessionCondition(scope.filters),
    alone: sql`SELECT ${shown} FROM ${buildCredits(scope, columns, goalsAndPayments, recent)}`,
  });
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

function listFacts(columns: readonly SessionColumn[]): Sql {
  return joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
}

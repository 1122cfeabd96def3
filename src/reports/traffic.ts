import { identifier, joinSql, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import type { SessionFacts } from '../store/analytics/tables.ts';
import { buildSessionCondition } from './filters.ts';
import type { Scope } from './scope.ts';
import { asksForPages, buildLooseCredits, creditCounts, shareUnsettled, visitCounts } from './unsettled.ts';
import { buildSettledVisits, selectLooseVisits } from './visits.ts';

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

/** All that happened in the range. */
export function listTraffic(scope: Scope, columns: readonly (keyof SessionFacts)[]): Traffic[] {
  const facts = listFacts(columns);
  const kinds = [
    countSettled(
      buildSettledVisits(scope, sql`bucket, visitor_hash, pageviews, duration_ms, customs ${facts}`),
    ),
    countCredits(buildSettledCredits(scope, facts)),
    buildUnsettledTraffic(scope, columns, facts),
  ];
  return kinds.filter((kind) => kind !== undefined);
}

function countSettled(rows: Sql | undefined): Traffic | undefined {
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
      revenue: sql`toDecimal128(0, 6)`,
    }
  );
}

function buildSettledCredits(scope: Scope, facts: Sql): Sql | undefined {
  if (asksForPages(scope)) return undefined;
  const columns = sql`visitor_hash, conversions, revenue ${facts}`;
  return scope.settled.credits?.(columns, buildSessionCondition(scope.filters));
}

/** Goals and payments, which are no visit. */
function countCredits(rows: Sql | undefined): Traffic | undefined {
  const nothing = sql`0`;
  return (
    rows && {
      rows,
      bucket: sql`bitShiftRight(visitor_hash, 60)`,
      began: nothing,
      visitors: sql`CAST([], 'Array(UInt64)')`,
      sessions: nothing,
      pageviews: nothing,
      bounces: nothing,
      durationMs: nothing,
      conversions: sql`sum(conversions)`,
      converters: sql`groupArrayIf(visitor_hash, conversions > 0)`,
      revenue: sql`sum(revenue)`,
    }
  );
}

function buildUnsettledTraffic(scope: Scope, columns: readonly (keyof SessionFacts)[], facts: Sql): Traffic {
  const credits = buildLooseCredits(scope, columns);
  const alone = unionAll([
    selectLooseVisits(scope, columns, sql`${visitCounts} ${facts}`),
    credits && sql`SELECT ${creditCounts} ${facts} FROM ${credits}`,
  ]);
  const counts = sql`is_visit, visitor_hash, pageviews, customs, converts, began, bounced, duration_ms, revenue`;
  return {
    rows: shareUnsettled(scope, sql`${counts} ${facts}`, sql`1`, alone),
    bucket: sql`bitShiftRight(visitor_hash, 60)`,
    began: sql`began`,
    visitors: sql`groupArrayIf(visitor_hash, is_visit)`,
    sessions: sql`sum(began)`,
    pageviews: sql`sum(pageviews)`,
    bounces: sql`sum(bounced)`,
    durationMs: sql`sum(duration_ms)`,
    conversions: sql`sum(customs)`,
    converters: sql`groupArrayIf(visitor_hash, converts)`,
    revenue: sql`sum(revenue)`,
  };
}

function listFacts(columns: readonly (keyof SessionFacts)[]): Sql {
  return joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
}

import { always, identifier, joinSql, type Sql, sql, unionAll } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import { buildSessionCondition } from '../question/filters.ts';
import { type Grouping, narrow, type Scope } from './scope.ts';
import { asksForPages, buildLooseCredits, creditCounts, shareUnsettled, visitCounts } from './unsettled.ts';
import { selectLooseVisits, settledVisits } from './visits.ts';

/**
 * Rows of one kind with the facts asked for, and how they count. Each kind is added up by itself, because settled
 * sessions are many and what they count is simple. All but `bucket` are aggregate functions.
 */
export type Traffic = {
  read: Grouping;
  /** One of 16, the same for all rows of a visitor: distinct visitors are counted faster in small sets. */
  bucket: Sql;
  /** Who came, as an array in which a visitor may be there twice. */
  visitors: Sql;
  /** Those that began in the range. */
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
export function listTraffic(scope: Scope, facts: readonly (keyof SessionFacts)[]): Traffic[] {
  const kinds = [
    countSettled(settledVisits(scope)),
    countCredits(settledCredits(scope)),
    countUnsettled(scope, facts),
  ];
  return kinds.filter((kind) => kind !== undefined);
}

function countSettled(read: Grouping | undefined): Traffic | undefined {
  return (
    read && {
      read,
      bucket: sql`bucket`,
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

function settledCredits(scope: Scope): Grouping | undefined {
  const { credits } = scope.settled;
  if (!credits || asksForPages(scope)) return undefined;
  return narrow(credits, buildSessionCondition(scope.filters));
}

/** Goals and payments, which are no visit. */
function countCredits(read: Grouping | undefined): Traffic | undefined {
  const nothing = sql`0`;
  return (
    read && {
      read,
      bucket: sql`bitShiftRight(visitor_hash, 60)`,
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

function countUnsettled(scope: Scope, facts: readonly (keyof SessionFacts)[]): Traffic {
  const credits = buildLooseCredits(scope, facts);
  const named = listFacts(facts);
  const alone = unionAll([
    selectLooseVisits(scope, facts, sql`${visitCounts} ${named}`),
    credits && sql`SELECT ${creditCounts} ${named} FROM ${credits}`,
  ]);
  return {
    read: (columns, which = always, groupBy = sql``) =>
      shareUnsettled(
        scope,
        { columns, which, groupBy },
        sql`SELECT ${columns} FROM (${alone}) WHERE ${which} ${groupBy}`,
      ),
    bucket: sql`bitShiftRight(visitor_hash, 60)`,
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

function listFacts(facts: readonly (keyof SessionFacts)[]): Sql {
  return joinSql(
    [...new Set(facts)].map((fact) => sql`, ${identifier(fact)}`),
    sql``,
  );
}

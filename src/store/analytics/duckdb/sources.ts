import type { Tenant } from '../analytics-engine.ts';
import { selectCounted } from '../definitions/identities.ts';
import { slotFrom } from '../definitions/slots.ts';
import type { Sources, Span } from '../relations.ts';
import {
  and,
  type Bound,
  bind,
  identifier,
  joinSql,
  mentioned,
  type Sql,
  sql,
  unionAll,
  whole,
} from '../sql.ts';
import { buildPageTotals } from './page-days.ts';
import { findLink } from './previous-visits.ts';
import { columnsOf } from './schema.ts';

/** The embedded engine stores every relation as a table. */
export function buildSources({ workspaceId, websiteIds }: Tenant, sites: readonly number[]): Sources {
  const mine = sql`workspace_id = ${bind.text(workspaceId)} AND ${buildIsOneOf(sql`website_id`, websiteIds.map(bind.text))}`;
  const ofSites = buildIsOneOf(sql`site`, sites.map(whole));
  const bySlot = (table: string) => (span: Span) => selectFrom(table, ofSites, ...buildSlots(span));
  const byTime =
    (table: string, ...which: readonly Sql[]) =>
    (span: Span) =>
      selectFrom(table, mine, ...which, ...buildTimes(span));
  const hits = byTime('hits', sql`type != 'leave'`);
  const conversions = byTime('conversions', sql`NOT is_automatic`);
  const payments = byTime('payments');
  const sentIdentities = byTime('identities');
  return {
    visits: bySlot('visits'),
    pages: bySlot('pages'),
    pageTotals: (span) => buildPageTotals(ofSites, span),
    credits: bySlot('credits'),
    hits,
    leaves: byTime('hits', sql`type = 'leave'`),
    conversions,
    automatics: byTime('conversions', sql`is_automatic`),
    payments,
    identities: (which) => sql`(${selectCounted(sentIdentities({}), which)})`,
    sentIdentities,
    crawls: byTime('crawls'),
    drops: byTime('drops'),
    recent: (span) => buildRecent(hits(span), conversions(span), payments(span), sentIdentities(span)),
    previousVisit: findLink,
    isOneWebsite: websiteIds.length === 1,
  };
}

function selectFrom(table: string, ...conditions: readonly Sql[]): Sql {
  return sql`(SELECT ${mentioned(columnsOf[table] ?? [])} FROM ${identifier(table)} WHERE ${and(...conditions)})`;
}

/** Not one list parameter: with that the engine cannot skip parts of a table by their minimum and maximum. */
function buildIsOneOf(column: Sql, values: readonly (Sql | Bound)[]): Sql {
  if (values.length === 0) return sql`false`;
  const listed = joinSql(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
  return sql`${column} IN (${listed})`;
}

/** A custom event is stored among the hits and among the conversions: it is one record. */
function buildRecent(hits: Sql, conversions: Sql, payments: Sql, identities: Sql): Sql {
  const names = sql`website_id, ts, seq, visitor_id, visitor_hash`;
  const nothing = sql`0 AS session_hash, '' AS path, '' AS country, '' AS device, '' AS browser`;
  return sql`(${unionAll([
    sql`SELECT type, ${names}, session_hash, path, country, device, browser FROM ${hits} AS hit`,
    sql`SELECT 'goal' AS type, ${names}, ${nothing} FROM ${conversions} AS goal WHERE session_id = ''`,
    sql`SELECT 'payment' AS type, ${names}, ${nothing} FROM ${payments} AS payment`,
    sql`SELECT 'identify' AS type, ${names}, ${nothing} FROM ${identities} AS identity`,
  ])})`;
}

function buildSlots({ from, to }: Span): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`slot >= ${whole(slotFrom(from))}`]),
    ...(to === undefined ? [] : [sql`slot < ${whole(slotFrom(to))}`]),
  ];
}

function buildTimes({ from, to }: Span): Sql[] {
  return [
    ...(from === undefined ? [] : [sql`ts >= ${bind.instant(from)}`]),
    ...(to === undefined ? [] : [sql`ts < ${bind.instant(to)}`]),
  ];
}

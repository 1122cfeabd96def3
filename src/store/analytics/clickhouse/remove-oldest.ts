import type { RemovedOldest, RetentionEdge } from '../analytics-engine.ts';
import { and, bind, identifier, type Sql, sql, unionAll } from '../sql.ts';
import { type TableName, tableNames } from '../tables.ts';
import { deleteRows } from './delete-rows.ts';
import { createDeletionDays } from './deletion-days.ts';
import type { Statements } from './statements.ts';

/** Removes those of the oldest year that has any: a deletion costs the same for a day as for a year. */
export async function removeOldest(
  statements: Statements,
  workspaceId: string,
  edge: RetentionEdge,
): Promise<RemovedOldest> {
  const { read, stored } = statements;
  const dayBook = createDeletionDays(statements);
  const mine = sql`workspace_id = ${bind.text(workspaceId)}`;
  const expired = buildExpired(mine, edge, sql`hits`);
  const places = tableNames.map(
    (table) => sql`SELECT website_id, toYear(day) AS year FROM ${identifier(table)} WHERE ${expired[table]}`,
  );
  const { rows } = await read(sql`
    SELECT website_id, min(year) AS year, count() AS found FROM (${unionAll(places)}) GROUP BY website_id ORDER BY year`);
  const [oldest] = rows;
  if (!oldest) return { rows: 0, isDone: true };
  const website = { workspaceId, websiteId: String(oldest.website_id) };
  const chosen = (table: TableName, hits: Sql) =>
    and(
      sql`website_id = ${bind.text(website.websiteId)}`,
      sql`toYear(day) = ${bind.integer(Number(oldest.year))}`,
      buildExpired(mine, edge, hits)[table],
    );
  const days: Record<string, string[]> = {};
  for (const table of tableNames) {
    days[table] = await dayBook.find(identifier(table), chosen(table, sql`hits`));
  }
  const changed = [...new Set(['hits', 'conversions', 'payments'].flatMap((table) => days[table] ?? []))];
  const open = () => dayBook.open(website, ['traffic', 'credits'], changed);
  await open();
  for (const table of ['conversions', 'payments', 'identities', 'crawls', 'drops', 'hits'] as const) {
    await deleteRows(statements, table, days[table] ?? [], chosen(table, stored('hits')));
  }
  await open();
  return { rows: Number(oldest.found), isDone: false };
}

/**
 * As in duckdb/remove-oldest.ts; `hits` is where visits that go on are looked up. Times are numbers, as in
 * remove-records.ts.
 */
function buildExpired(mine: Sql, { edge, oldestVisit }: RetentionEdge, hits: Sql): Record<TableName, Sql> {
  const time = sql`toUnixTimestamp64Milli(ts)`;
  const isOld = sql`(${mine} AND ${time} < ${bind.integer(edge)})`;
  const end = edge + (edge - oldestVisit);
  const goesOn = sql`(website_id, session_hash) IN (
    SELECT website_id, session_hash FROM ${hits}
    WHERE ${mine} AND ${time} >= ${bind.integer(edge)} AND ${time} < ${bind.integer(end)})`;
  const isOfOldVisit = sql`(${time} < ${bind.integer(oldestVisit)} OR NOT ${goesOn})`;
  const seen = sql`SELECT website_id, visitor_hash FROM ${hits} WHERE ${mine} AND ${time} >= ${bind.integer(edge)}`;
  return {
    hits: sql`(${isOld} AND ${isOfOldVisit})`,
    conversions: sql`(${isOld} AND (session_id = '' OR ${isOfOldVisit}))`,
    payments: isOld,
    identities: sql`(${isOld} AND (website_id, visitor_hash) NOT IN (${seen}))`,
    crawls: isOld,
    drops: isOld,
  };
}

import type { RemovedOldest, RetentionEdge } from '../analytics-engine.ts';
import { bind, identifier, type Sql, sql, unionAll } from '../sql.ts';
import { type TableName, tableNames } from '../tables.ts';
import { markConcerned, refreshDerived } from './refresh.ts';
import { removeEmptySums } from './remove-person.ts';
import type { Transaction } from './transaction.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Removes records of the oldest day that has any to remove. */
export async function removeOldest(
  transaction: Transaction,
  workspaceId: string,
  edge: RetentionEdge,
): Promise<RemovedOldest> {
  const { run } = transaction;
  const oldest = await findOldest(transaction, workspaceId, edge);
  if (oldest === undefined) {
    return { rows: await removeOldIdentities(transaction, workspaceId, edge), isDone: true };
  }
  const to = Math.min(edge.edge, (Math.floor(oldest / dayMs) + 1) * dayMs);
  const chosen = buildExpired(workspaceId, { ...edge, edge: to }, edge.edge);
  const visitor = sql`workspace_id, website_id, visitor_hash`;
  await run(sql`
    CREATE OR REPLACE TEMP TABLE removed_hits AS
    SELECT ${visitor}, session_hash FROM hits WHERE ${chosen.hits}`);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE removed_visitors AS
    SELECT ${visitor} FROM conversions WHERE ${chosen.conversions}
    UNION SELECT ${visitor} FROM payments WHERE ${chosen.payments}`);
  await markConcerned(transaction, {
    sessions: 'SELECT * FROM removed_hits',
    visitors: 'SELECT * FROM removed_visitors',
  });
  let rows = 0;
  for (const table of tableNames) {
    rows += await run(sql`DELETE FROM ${identifier(table)} WHERE ${chosen[table]}`);
  }
  await refreshDerived(transaction);
  await removeEmptySums(transaction);
  return { rows, isDone: false };
}

async function findOldest(
  { ask }: Transaction,
  workspaceId: string,
  edge: RetentionEdge,
): Promise<number | undefined> {
  const chosen = buildExpired(workspaceId, edge, edge.edge);
  const firsts = tableNames.map(
    (table) => sql`SELECT min(ts) AS first FROM ${identifier(table)} WHERE ${chosen[table]}`,
  );
  const [row] = await ask(sql`SELECT epoch_ms(min(first)) AS first FROM (${unionAll(firsts)})`);
  return row?.first === null || row?.first === undefined ? undefined : Number(row.first);
}

/** An identity stays as long as there is a record of its visitor, whom it may join with others. */
function removeOldIdentities(
  { run }: Transaction,
  workspaceId: string,
  { edge }: RetentionEdge,
): Promise<number> {
  const since = (table: TableName) =>
    sql`SELECT website_id, visitor_hash FROM ${identifier(table)} WHERE workspace_id = ${bind.text(workspaceId)}`;
  const seen = unionAll((['hits', 'conversions', 'payments'] as const).map(since));
  return run(sql`
    DELETE FROM identities
    WHERE workspace_id = ${bind.text(workspaceId)} AND ts < ${bind.instant(edge)}
      AND (website_id, visitor_hash) NOT IN (${seen})`);
}

/**
 * What lies before the edge, by table. A visit that goes on at `visitsUntil` stays, with the records that tell where it
 * came from; a session id that was used for longer than a visit lasts does not protect its records.
 */
function buildExpired(
  workspaceId: string,
  { edge, oldestVisit }: RetentionEdge,
  visitsUntil: number,
): Record<TableName, Sql> {
  const isOld = sql`workspace_id = ${bind.text(workspaceId)} AND ts < ${bind.instant(edge)}`;
  const longestVisit = visitsUntil - oldestVisit;
  const goesOn = sql`(website_id, session_hash) IN (
    SELECT website_id, session_hash FROM hits
    WHERE workspace_id = ${bind.text(workspaceId)}
      AND ts >= ${bind.instant(visitsUntil)} AND ts < ${bind.instant(visitsUntil + longestVisit)})`;
  const ofVisit = sql`${isOld} AND (ts < ${bind.instant(oldestVisit)} OR NOT ${goesOn})`;
  return {
    hits: ofVisit,
    // A goal belongs to no visit; a custom event is removed together with its hit.
    conversions: sql`${isOld} AND (session_id = '' OR ts < ${bind.instant(oldestVisit)} OR NOT ${goesOn})`,
    payments: isOld,
    identities: sql`false`,
    crawls: isOld,
    drops: isOld,
  };
}

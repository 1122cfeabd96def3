import { rowsOf } from '../../dialect.ts';
import { bind, identifier, joinSql, type Sql, sql } from '../../sql.ts';
import { deleteRows } from '../delete-rows.ts';
import { type SettledPart, type SettledTableName, settledTableNames } from '../settled-parts.ts';
import type { Statements } from '../statements.ts';
import type { DueDay } from './due-days.ts';
import { settleCredits } from './settle-credits.ts';
import { settleTraffic } from './settle-traffic.ts';
import { buildOnDays, type WebsiteDay } from './website-days.ts';

const settlementsAtOnce = 2_000;

/**
 * Settles days of one part. The days stay open while this runs, so no report reads the rows before the last statement.
 * That one names the revision that was read before everything else: whatever arrived since opens the day again.
 */
export async function settleDays(
  statements: Statements,
  part: SettledPart,
  days: readonly DueDay[],
  build: number,
): Promise<void> {
  const tables = settledTableNames[part];
  const isOwn = sql`build = ${bind.integer(build)}`;
  for (const table of tables) await removeRows(statements, table, days);
  await (part === 'traffic' ? settleTraffic : settleCredits)(statements, days, build);
  for (const table of tables) {
    if (!(await hasRows(statements, table, sql`${buildOnDays(days)} AND NOT (${isOwn})`))) continue;
    // Another server took over meanwhile, and its rows are the newer ones.
    for (const own of tables) await removeRows(statements, own, days, isOwn);
    return;
  }
  for (let at = 0; at < days.length; at += settlementsAtOnce) {
    await nameSettled(statements, part, days.slice(at, at + settlementsAtOnce), build);
  }
}

async function nameSettled(
  { derive }: Statements,
  part: SettledPart,
  days: readonly DueDay[],
  build: number,
): Promise<void> {
  const rows = rowsOf({
    workspace_id: bind.texts(days.map(({ workspaceId }) => workspaceId)),
    website_id: bind.texts(days.map(({ websiteId }) => websiteId)),
    date: bind.texts(days.map(({ day }) => day)),
    revision: bind.integers(days.map(({ revision }) => revision)),
  });
  await derive(sql`
    INSERT INTO settlements (workspace_id, website_id, day, part, revision, build)
    SELECT workspace_id, website_id, toDate(date), ${bind.text(part)}, revision, ${bind.integer(build)} FROM ${rows}`);
}

/** Looks for rows before deleting, because a deletion costs far more. */
async function removeRows(
  statements: Statements,
  table: SettledTableName,
  days: readonly WebsiteDay[],
  ...which: readonly Sql[]
): Promise<void> {
  const chosen = joinSql([buildOnDays(days), ...which], sql` AND `);
  if (!(await hasRows(statements, table, chosen))) return;
  await deleteRows(
    statements,
    table,
    days.map(({ day }) => day),
    chosen,
  );
}

async function hasRows({ read }: Statements, table: SettledTableName, which: Sql): Promise<boolean> {
  const { rows } = await read(sql`SELECT 1 FROM ${identifier(table)} WHERE ${which} LIMIT 1`);
  return rows.length > 0;
}

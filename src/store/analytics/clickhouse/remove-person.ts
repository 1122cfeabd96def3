import type { RecordedPerson, RemovedRows, WebsiteOfTenant } from '../analytics-engine.ts';
import { ofWebsite } from '../choice.ts';
import { bind, identifier, type Sql, sql } from '../sql.ts';
import { deleteRecent, deleteRows } from './delete-rows.ts';
import { createDeletionDays } from './deletion-days.ts';
import type { Statements } from './statements.ts';

const tables = ['hits', 'conversions', 'payments', 'identities'] as const;

/** Identities go last: a repeat of an erasure that failed needs them to find the person. */
export async function removePerson(
  statements: Statements,
  website: WebsiteOfTenant,
  { visitorIds, externalHashes }: RecordedPerson,
): Promise<RemovedRows> {
  const dayBook = createDeletionDays(statements);
  const ofVisitors = sql`(${ofWebsite(website)} AND visitor_id IN ${bind.texts(visitorIds)})`;
  const isNamed = sql`(${ofWebsite(website)} AND external_hash IN ${bind.texts(externalHashes)})`;
  const chosen = (table: (typeof tables)[number]) =>
    table === 'identities' ? sql`(${ofVisitors} OR ${isNamed})` : ofVisitors;
  const removed: RemovedRows = { hits: 0, conversions: 0, payments: 0, identities: 0 };
  const days: Record<string, string[]> = {};
  for (const table of tables) {
    removed[table] = await countRows(statements, table, chosen(table));
    days[table] = await dayBook.find(identifier(table), chosen(table));
  }
  const { hits = [], conversions = [], payments = [] } = days;
  const changed = [...new Set([...hits, ...conversions, ...payments])];
  const firstDays = await dayBook.findFirst(hits, ofVisitors);
  const open = () => dayBook.open(website, ['traffic', 'credits'], changed, firstDays);
  await open();
  await deleteRecent(statements, ofVisitors);
  for (const table of tables) await deleteRows(statements, table, days[table] ?? [], chosen(table));
  await open();
  return removed;
}

async function countRows({ read }: Statements, table: string, chosen: Sql): Promise<number> {
  const { rows } = await read(sql`SELECT count() AS chosen FROM ${identifier(table)} WHERE ${chosen}`);
  return Number(rows[0]?.chosen ?? 0);
}

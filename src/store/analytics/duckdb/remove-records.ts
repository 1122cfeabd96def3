import type { Choice, WebsiteOfTenant } from '../analytics-engine.ts';
import { buildChosen, ofWebsite } from '../choice.ts';
import { bind, identifier, sql } from '../sql.ts';
import { tableNames } from '../tables.ts';
import { markConcerned, refreshDerived } from './refresh.ts';
import { derivedTableNames } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** A custom event is also a hit with the same seq. Automatic events are no conversions, and stay. */
export async function removeConversions(
  transaction: Transaction,
  website: WebsiteOfTenant,
  choice: Choice,
): Promise<number> {
  const { run } = transaction;
  const chosen = sql`${buildChosen(website, choice, sql`name`)} AND NOT is_automatic`;
  await run(sql`CREATE OR REPLACE TEMP TABLE removed AS SELECT * FROM conversions WHERE ${chosen}`);
  await markConcerned(transaction, {
    sessions: "SELECT * FROM removed WHERE session_id != ''",
    visitors: "SELECT * FROM removed WHERE session_id = ''",
  });
  await run(sql`
    DELETE FROM hits WHERE ${ofWebsite(website)} AND type = 'custom'
      AND (visitor_hash, seq) IN (SELECT visitor_hash, seq FROM removed WHERE session_id != '')`);
  const removed = await run(sql`DELETE FROM conversions WHERE ${chosen}`);
  await refreshDerived(transaction);
  return removed;
}

export async function removePayments(
  transaction: Transaction,
  website: WebsiteOfTenant,
  choice: Choice,
  lastSeq: number,
): Promise<void> {
  const { run } = transaction;
  const chosen = sql`${buildChosen(website, choice, sql`transaction_id`)} AND seq <= ${bind.integer(lastSeq)}`;
  await run(sql`CREATE OR REPLACE TEMP TABLE removed AS SELECT * FROM payments WHERE ${chosen}`);
  await markConcerned(transaction, { visitors: 'SELECT * FROM removed' });
  await run(sql`DELETE FROM payments WHERE ${chosen}`);
  await refreshDerived(transaction);
}

export async function removeWebsite({ run }: Transaction, website: WebsiteOfTenant): Promise<void> {
  for (const table of [...tableNames, ...derivedTableNames]) {
    await run(sql`DELETE FROM ${identifier(table)} WHERE ${ofWebsite(website)}`);
  }
}

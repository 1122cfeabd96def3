import type { RecordedPerson, RemovedRows, WebsiteOfTenant } from '../analytics-engine.ts';
import { ofWebsite } from '../choice.ts';
import { bind, identifier, sql } from '../sql.ts';
import { markConcerned, refreshDerived } from './refresh.ts';
import type { Transaction } from './transaction.ts';

export async function removePerson(
  transaction: Transaction,
  website: WebsiteOfTenant,
  { visitorIds, externalHashes }: RecordedPerson,
): Promise<RemovedRows> {
  const { run } = transaction;
  const ofVisitors = sql`${ofWebsite(website)} AND visitor_id IN (SELECT unnest(${bind.texts(visitorIds)}))`;
  const isNamed = sql`${ofWebsite(website)} AND external_hash IN (SELECT unnest(${bind.texts(externalHashes)}))`;
  const columns = sql`workspace_id, website_id, visitor_hash`;
  await run(sql`
    CREATE OR REPLACE TEMP TABLE removed_sessions AS
    SELECT DISTINCT workspace_id, website_id, session_hash FROM hits WHERE ${ofVisitors}`);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE removed_visitors AS
    SELECT ${columns} FROM conversions WHERE ${ofVisitors}
    UNION SELECT ${columns} FROM payments WHERE ${ofVisitors}`);
  await markConcerned(transaction, {
    sessions: 'SELECT * FROM removed_sessions',
    visitors: 'SELECT * FROM removed_visitors',
  });
  const remove = (table: 'hits' | 'conversions' | 'payments') =>
    run(sql`DELETE FROM ${identifier(table)} WHERE ${ofVisitors}`);
  const removed = {
    hits: await remove('hits'),
    conversions: await remove('conversions'),
    payments: await remove('payments'),
    identities: await run(sql`DELETE FROM identities WHERE (${ofVisitors}) OR (${isNamed})`),
  };
  await refreshDerived(transaction);
  await removeEmptySums(transaction);
  return removed;
}

/** Sums of zero views would still name the paths. */
export async function removeEmptySums({ run }: Transaction): Promise<void> {
  await run(
    'DELETE FROM page_days WHERE views = 0 AND sessions = 0 AND bounced = 0 AND timed_views = 0 AND spent_ms = 0',
  );
}

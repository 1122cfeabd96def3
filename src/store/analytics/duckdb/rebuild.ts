/**
 * Derives visits, pages and credits again from all records: session after session in the order in which they began, by
 * the same steps as when their records arrived, so that rows close in time lie close in the file. Each step is a
 * transaction of its own, because the engine holds in memory what a transaction has changed. A table marks a rebuild
 * that is not finished.
 */
import { selectCredits } from '../definitions/credits.ts';
import { identifier, sql } from '../sql.ts';
import { type Extent, markConcerned, refreshDerived } from './refresh.ts';
import { derivedTableNames } from './schema.ts';
import { numberSites, withSite } from './sites.ts';
import type { Transaction } from './transaction.ts';

export type Progress = (done: number, of: number) => void;

type InTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** Bounds the memory that a step takes. */
const sessionsPerStep = 20_000;

export async function rebuildDerived(
  inTransaction: InTransaction,
  onProgress: Progress = () => {},
): Promise<void> {
  const steps = await inTransaction(beginAnew);
  const creditStep = 1;
  for (const { step, first, last } of steps) {
    await inTransaction(async (transaction) => {
      await markConcerned(transaction, { sessions: `SELECT * FROM all_sessions WHERE step = ${step}` });
      await refreshDerived(transaction, { first, last });
    });
    onProgress(step + 1, steps.length + creditStep);
  }
  await inTransaction(finish);
  onProgress(steps.length + creditStep, steps.length + creditStep);
}

/** Whether a rebuild was interrupted: until it is finished, derived tables are incomplete. */
export async function isRebuildUnfinished({ ask }: Transaction): Promise<boolean> {
  const found = await ask(
    "SELECT 1 AS one FROM information_schema.tables WHERE table_name = 'unfinished_rebuild'",
  );
  return found.length > 0;
}

async function beginAnew(transaction: Transaction): Promise<Step[]> {
  await transaction.run('CREATE TABLE IF NOT EXISTS unfinished_rebuild (began_at TIMESTAMP)');
  for (const table of derivedTableNames) await transaction.run(sql`DELETE FROM ${identifier(table)}`);
  return listSteps(transaction);
}

async function finish(transaction: Transaction): Promise<void> {
  const { run } = transaction;
  await run('DROP TABLE all_sessions');
  await numberSites(
    transaction,
    'SELECT workspace_id, website_id FROM conversions UNION ALL SELECT workspace_id, website_id FROM payments',
  );
  await run(sql`INSERT INTO credits BY NAME ${withSite(selectCredits(allRecords))} ORDER BY ts`);
  await run('DROP TABLE unfinished_rebuild');
}

type Step = Extent & { step: number };

async function listSteps({ run, ask }: Transaction): Promise<Step[]> {
  await run(`
    CREATE OR REPLACE TEMP TABLE all_sessions AS
    SELECT *, CAST((row_number() OVER (ORDER BY first_at) - 1) // ${sessionsPerStep} AS INTEGER) AS step
    FROM (
      SELECT workspace_id, website_id, session_hash, min(epoch_ms(ts)) AS first_at, max(epoch_ms(ts)) AS last_at
      FROM hits GROUP BY workspace_id, website_id, session_hash)`);
  const rows = await ask(
    'SELECT step, min(first_at) AS first, max(last_at) AS last FROM all_sessions GROUP BY step ORDER BY step',
  );
  return rows.map(({ step, first, last }) => ({
    step: Number(step),
    first: Number(first),
    last: Number(last),
  }));
}

const ofCredited = sql`(workspace_id, website_id, visitor_hash) IN (
  SELECT workspace_id, website_id, visitor_hash FROM conversions WHERE session_id = ''
  UNION SELECT workspace_id, website_id, visitor_hash FROM payments)`;

const allRecords = {
  conversions: sql`conversions`,
  payments: sql`payments`,
  visits: sql`(SELECT * FROM visits WHERE ${ofCredited})`,
};

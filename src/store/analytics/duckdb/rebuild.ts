/**
 * Derives visits, pages and credits again from all records: session after session in the order in which they began, then
 * visitor after visitor with goals or payments, by the same steps as when their records arrived. So rows close in time lie
 * close in the file. Each step is a transaction of its own, because the engine holds in memory what a transaction has
 * changed. A table marks a rebuild that is not finished.
 */
import { identifier, sql } from '../sql.ts';
import { type Extent, markConcerned, refreshDerived } from './refresh.ts';
import { derivedTableNames } from './schema.ts';
import type { Transaction } from './transaction.ts';

export type Progress = (done: number, of: number) => void;

type InTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** Bounds the memory that a step takes: sessions, or visitors with goals or payments. */
const rowsPerStep = 20_000;

export async function rebuildDerived(
  inTransaction: InTransaction,
  onProgress: Progress = () => {},
): Promise<void> {
  const { sessionSteps, creditSteps } = await inTransaction(beginAnew);
  const all = sessionSteps.length + creditSteps;
  for (const { step, first, last } of sessionSteps) {
    await inTransaction(async (transaction) => {
      await markConcerned(transaction, { sessions: `SELECT * FROM all_sessions WHERE step = ${step}` });
      await refreshDerived(transaction, { first, last });
    });
    onProgress(step + 1, all);
  }
  for (let step = 0; step < creditSteps; step += 1) {
    await inTransaction(async (transaction) => {
      await markConcerned(transaction, { visitors: `SELECT * FROM all_credited WHERE step = ${step}` });
      await refreshDerived(transaction);
    });
    onProgress(sessionSteps.length + step + 1, all);
  }
  await inTransaction(finish);
  onProgress(all, all);
}

/** Whether a rebuild was interrupted: until it is finished, derived tables are incomplete. */
export async function isRebuildUnfinished({ ask }: Transaction): Promise<boolean> {
  const found = await ask(
    "SELECT 1 AS one FROM information_schema.tables WHERE table_name = 'unfinished_rebuild'",
  );
  return found.length > 0;
}

type Plan = { sessionSteps: readonly SessionStep[]; creditSteps: number };

async function beginAnew(transaction: Transaction): Promise<Plan> {
  await transaction.run('CREATE TABLE IF NOT EXISTS unfinished_rebuild (began_at TIMESTAMP)');
  for (const table of derivedTableNames) await transaction.run(sql`DELETE FROM ${identifier(table)}`);
  return {
    sessionSteps: await listSessionSteps(transaction),
    creditSteps: await countCreditSteps(transaction),
  };
}

async function finish({ run }: Transaction): Promise<void> {
  await run('DROP TABLE all_sessions');
  await run('DROP TABLE all_credited');
  await run('DROP TABLE unfinished_rebuild');
}

type SessionStep = Extent & { step: number };

const numberSteps = (order: string) =>
  `CAST((row_number() OVER (ORDER BY ${order}) - 1) // ${rowsPerStep} AS INTEGER) AS step`;

async function listSessionSteps({ run, ask }: Transaction): Promise<SessionStep[]> {
  await run(`
    CREATE OR REPLACE TEMP TABLE all_sessions AS
    SELECT *, ${numberSteps('first_at')}
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

/** Visitors in the order of their first goal or payment, since rows are read by time. */
async function countCreditSteps({ run, ask }: Transaction): Promise<number> {
  await run(`
    CREATE OR REPLACE TEMP TABLE all_credited AS
    SELECT workspace_id, website_id, visitor_hash, ${numberSteps('first_at')}
    FROM (
      SELECT workspace_id, website_id, visitor_hash, min(ts) AS first_at
      FROM (
        SELECT workspace_id, website_id, visitor_hash, ts FROM conversions WHERE session_id = ''
        UNION ALL
        SELECT workspace_id, website_id, visitor_hash, ts FROM payments)
      GROUP BY workspace_id, website_id, visitor_hash)`);
  const [last] = await ask('SELECT coalesce(max(step) + 1, 0) AS steps FROM all_credited');
  return Number(last?.steps);
}

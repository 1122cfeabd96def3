/**
 * Derives visits, pages and credits anew from all records, in one transaction: session after session in the order in which
 * they began, by the same steps as when their records arrived, so that rows near each other in time lie near each other.
 */
import { selectCredits } from '../definitions/credits.ts';
import { identifier, sql } from '../sql.ts';
import { type Extent, markConcerned, refreshDerived } from './refresh.ts';
import { derivedTableNames } from './schema.ts';
import { numberSites, withSite } from './sites.ts';
import type { Transaction } from './transaction.ts';

export type Progress = (done: number, of: number) => void;

/** Bounds the memory that a step takes. */
const sessionsPerStep = 20_000;

export async function rebuildDerived(
  transaction: Transaction,
  onProgress: Progress = () => {},
): Promise<void> {
  const { run } = transaction;
  for (const table of derivedTableNames) await run(sql`DELETE FROM ${identifier(table)}`);
  const steps = await listSteps(transaction);
  const creditStep = 1;
  for (const { step, first, last } of steps) {
    await markConcerned(transaction, { sessions: `SELECT * FROM all_sessions WHERE step = ${step}` });
    await refreshDerived(transaction, { first, last });
    onProgress(step + 1, steps.length + creditStep);
  }
  await run('DROP TABLE all_sessions');
  await numberSites(
    transaction,
    'SELECT workspace_id, website_id FROM conversions UNION ALL SELECT workspace_id, website_id FROM payments',
  );
  await run(sql`INSERT INTO credits BY NAME ${withSite(selectCredits(allRecords))} ORDER BY ts`);
  onProgress(steps.length + creditStep, steps.length + creditStep);
}

async function listSteps({ run, ask }: Transaction): Promise<(Extent & { step: number })[]> {
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

/**
 * Derives visits, pages and credits anew from all records, in one transaction and in bounded memory: sessions and visitors
 * are taken in chunks by their hashes, and what comes of them is put in the order of time at last, as it would have arrived.
 */
import { selectCredits } from '../definitions/credits.ts';
import { selectPages } from '../definitions/pages.ts';
import { selectVisits } from '../definitions/visits.ts';
import { identifier, type Sql, sql, whole } from '../sql.ts';
import { selectPageDays } from './page-days.ts';
import { linkAll } from './previous-visits.ts';
import { selectEarlyLeaves } from './refresh.ts';
import { derivedTableNames } from './schema.ts';
import type { Transaction } from './transaction.ts';

export type Progress = (done: number, of: number) => void;

const rowsPerChunk = 250_000;

export async function rebuildDerived(
  transaction: Transaction,
  onProgress: Progress = () => {},
): Promise<void> {
  const { run, ask } = transaction;
  const [counted] = await ask('SELECT count(*) AS hits FROM hits');
  const chunks = Math.ceil(Number(counted?.hits) / rowsPerChunk);
  const steps = [
    ...derivedTableNames.map((table) => sql`DELETE FROM ${identifier(table)}`),
    sql`CREATE TEMP TABLE unlinked_visits AS ${selectVisits(sql`(SELECT * FROM hits WHERE false)`)}`,
    sql`CREATE TEMP TABLE linked_visits AS SELECT * FROM visits WHERE false`,
    sql`CREATE TEMP TABLE unsorted_pages AS SELECT * FROM pages WHERE false`,
    ...inChunks(chunks, 'session_hash').flatMap((chunk) =>
      deriveSessions(sql`(SELECT * FROM hits WHERE ${chunk})`),
    ),
    ...inChunks(chunks, 'visitor_hash').map((chunk) => {
      const visits = sql`(SELECT * FROM unlinked_visits WHERE ${chunk})`;
      return sql`INSERT INTO linked_visits BY NAME SELECT * FROM (${linkAll(visits)})`;
    }),
    ...insertSorted('visits', 'linked_visits', chunks),
    ...insertSorted('pages', 'unsorted_pages', chunks),
    sql`INSERT INTO page_days BY NAME SELECT * FROM (${selectPageDays(sql`pages`)}) ORDER BY day`,
    sql`INSERT INTO credits BY NAME SELECT * FROM (${selectCredits(allRecords)}) ORDER BY ts`,
    ...['unlinked_visits', 'linked_visits', 'unsorted_pages'].map(
      (table) => sql`DROP TABLE ${identifier(table)}`,
    ),
  ];
  for (const [done, step] of steps.entries()) {
    await run(step);
    onProgress(done + 1, steps.length);
  }
}

const ofCredited = sql`(workspace_id, website_id, visitor_hash) IN (
  SELECT workspace_id, website_id, visitor_hash FROM conversions WHERE session_id = ''
  UNION SELECT workspace_id, website_id, visitor_hash FROM payments)`;

const allRecords = {
  conversions: sql`conversions`,
  payments: sql`payments`,
  visits: sql`(SELECT * FROM visits WHERE ${ofCredited})`,
};

function deriveSessions(hits: Sql): Sql[] {
  return [
    sql`INSERT INTO unlinked_visits BY NAME ${selectVisits(hits)}`,
    sql`INSERT INTO unsorted_pages BY NAME ${selectPages(hits)}`,
    sql`INSERT INTO early_leaves ${selectEarlyLeaves(hits)}`,
  ];
}

function inChunks(chunks: number, hash: string): Sql[] {
  return Array.from(
    { length: chunks },
    (_, chunk) => sql`${identifier(hash)} % ${whole(chunks)} = ${whole(chunk)}`,
  );
}

/** Rows near each other in time lie near each other, so that a report of some days leaves the others out. */
function insertSorted(table: string, from: string, chunks: number): Sql[] {
  const edge = (part: number) =>
    sql`(SELECT quantile_disc(slot, CAST(${whole(part)} AS DOUBLE) / ${whole(chunks)}) FROM ${identifier(from)})`;
  return Array.from({ length: chunks }, (_, part) => {
    const after = part === 0 ? sql`1 = 1` : sql`slot > ${edge(part)}`;
    const until = part === chunks - 1 ? sql`1 = 1` : sql`slot <= ${edge(part + 1)}`;
    return sql`
      INSERT INTO ${identifier(table)} BY NAME
      SELECT * FROM ${identifier(from)} WHERE ${after} AND ${until} ORDER BY slot`;
  });
}

/**
 * Derives visits, pages and credits again from all records. Every session is derived once, so nothing is looked up or
 * replaced: sessions in the order in which they began, then the links between visits, then pages by day, then credits.
 * Rows close in time so lie close in the file. Each step is a transaction of its own that takes a bounded memory. A table
 * marks a rebuild that is not finished.
 */
import { selectCredits } from '../definitions/credits.ts';
import { selectPages } from '../definitions/pages.ts';
import { slotMs, slotOf } from '../definitions/slots.ts';
import { selectVisits } from '../definitions/visits.ts';
import { and, identifier, type Sql, sql, unionAll, whole } from '../sql.ts';
import { isOutOfMemory } from './errors.ts';
import { selectPageDays, slotsADay } from './page-days.ts';
import { linkAlone, updateLinks } from './previous-visits.ts';
import { selectEarlyLeaves } from './refresh.ts';
import { derivedTableNames, derivedTables } from './schema.ts';
import { numberSites, withSite } from './sites.ts';
import type { Transaction } from './transaction.ts';

export type Progress = (done: number, of: number) => void;

type InTransaction = <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

type Step = (transaction: Transaction) => Promise<unknown>;

/** They bound the memory that a step takes. */
export type StepSizes = { records: number; recordsLinked: number; credits: number };

/** For records whose texts are of the usual length. */
export function sizeSteps(memoryLimitMb: number): StepSizes {
  return { records: 400 * memoryLimitMb, recordsLinked: 4_000 * memoryLimitMb, credits: 250 * memoryLimitMb };
}

const smallestStep = 1_000;

/** Starts again with smaller steps where these need more memory than there is. */
export async function rebuildDerived(
  inTransaction: InTransaction,
  sizes: StepSizes,
  onProgress?: Progress,
): Promise<void> {
  try {
    await rebuildInSteps(inTransaction, sizes, onProgress);
  } catch (error) {
    if (!isOutOfMemory(error) || sizes.records < smallestStep) throw error;
    const smaller = {
      records: Math.ceil(sizes.records / 4),
      recordsLinked: Math.ceil(sizes.recordsLinked / 4),
      credits: Math.ceil(sizes.credits / 4),
    };
    await rebuildDerived(inTransaction, smaller, onProgress);
  }
}

async function rebuildInSteps(
  inTransaction: InTransaction,
  sizes: StepSizes,
  onProgress: Progress = () => {},
): Promise<void> {
  const steps = await inTransaction((transaction) => beginAnew(transaction, sizes));
  for (const [index, step] of steps.entries()) {
    await inTransaction(step);
    onProgress(index + 1, steps.length);
  }
}

/** Whether a rebuild was interrupted: until it is finished, derived tables are incomplete. */
export async function isRebuildUnfinished({ ask }: Transaction): Promise<boolean> {
  const found = await ask(
    "SELECT 1 AS one FROM information_schema.tables WHERE table_name = 'unfinished_rebuild'",
  );
  return found.length > 0;
}

async function beginAnew(transaction: Transaction, sizes: StepSizes): Promise<readonly Step[]> {
  const { run } = transaction;
  await run('CREATE TABLE IF NOT EXISTS unfinished_rebuild (began_at TIMESTAMP)');
  for (const table of derivedTableNames) await run(sql`DROP TABLE ${identifier(table)}`);
  for (const statement of derivedTables) await run(statement);
  const named = (table: string) => `SELECT DISTINCT workspace_id, website_id FROM ${table}`;
  await numberSites(transaction, ['hits', 'conversions', 'payments'].map(named).join(' UNION '));
  const spans = await listSpans(transaction, sizes.records);
  const [records] = await transaction.ask(`
    SELECT (SELECT count(*) FROM hits) AS hits,
      (SELECT count(*) FROM conversions WHERE session_id = '') + (SELECT count(*) FROM payments) AS credited`);
  const credits = divide(Number(records?.credited), sizes.credits);
  return [
    ...spans.map((span) => (step: Transaction) => deriveSessions(step, span)),
    ...divide(Number(records?.hits), sizes.recordsLinked).map(
      (part) => (step: Transaction) => step.run(updateLinks(part)),
    ),
    ...spans.map((span) => (step: Transaction) => addUpDays(step, span)),
    (step) => step.run('CREATE OR REPLACE TEMP TABLE derived_credits AS SELECT * FROM credits'),
    ...credits.map((part) => (step: Transaction) => deriveCredits(step, part)),
    finish,
  ];
}

/** Visitors in as many parts as keep each of them under the bound. */
function divide(rows: number, rowsPerPart: number): Sql[] {
  const parts = Math.ceil(rows / rowsPerPart);
  return Array.from({ length: parts }, (_, part) => sql`visitor_hash % ${whole(parts)} = ${whole(part)}`);
}

/**
 * Whole slots with a bounded number of records, numbered in the order of time. Unix milliseconds, ends excluded; the last
 * span has none. Its sessions are those that begin in it, and their last record lies before `until`.
 */
type Span = { number: number; from: number; to: number | undefined; until: number | undefined };

async function listSpans({ run, ask }: Transaction, records: number): Promise<Span[]> {
  await run(sql`
    CREATE OR REPLACE TEMP TABLE span_slots AS
    SELECT slot, CAST((sum(records) OVER (ORDER BY slot) - records) // ${whole(records)} AS INTEGER) AS span
    FROM (SELECT ${slotOf(sql`ts`)} AS slot, count(*) AS records FROM hits GROUP BY slot)`);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE straying_sessions AS
    SELECT session_hash, min(span) AS first_span, max(span) AS last_span
    FROM hits INNER JOIN span_slots ON ${slotOf(sql`ts`)} = slot
    GROUP BY session_hash HAVING min(span) != max(span)`);
  const spans = await ask(`
    SELECT span, first_slot, coalesce(last_span, span) AS last_span
    FROM (SELECT span, min(slot) AS first_slot FROM span_slots GROUP BY span)
    LEFT JOIN (SELECT first_span, max(last_span) AS last_span FROM straying_sessions GROUP BY first_span)
    ON span = first_span
    ORDER BY span`);
  const starts = new Map(spans.map(({ first_slot }, index) => [index, Number(first_slot) * slotMs]));
  const places = new Map(spans.map(({ span }, index) => [Number(span), index]));
  return spans.map(({ span, last_span }, index) => ({
    number: Number(span),
    from: starts.get(index) ?? 0,
    to: starts.get(index + 1),
    until: starts.get((places.get(Number(last_span)) ?? index) + 1),
  }));
}

async function deriveSessions({ run }: Transaction, span: Span): Promise<void> {
  await run(sql`CREATE OR REPLACE TEMP TABLE session_hits AS ${selectHits(span)}`);
  const hits = sql`session_hits`;
  await run(sql`INSERT INTO visits BY NAME ${linkAlone(withSite(selectVisits(hits)))} ORDER BY slot`);
  await run(sql`INSERT INTO pages BY NAME ${withSite(selectPages(hits))} ORDER BY slot`);
  await run(sql`INSERT INTO early_leaves ${selectEarlyLeaves(hits)}`);
}

/** All hits of the sessions that begin in the span. */
function selectHits({ number, from, to, until }: Span): Sql {
  const isWithin = (first: number, end: number | undefined) =>
    and(sql`ts >= ${instant(first)}`, ...(end === undefined ? [] : [sql`ts < ${instant(end)}`]));
  const straying = (which: Sql) => sql`(SELECT session_hash FROM straying_sessions WHERE ${which})`;
  const began = sql`first_span < ${whole(number)} AND last_span >= ${whole(number)}`;
  const own = sql`
    SELECT * FROM hits WHERE ${isWithin(from, to)} AND session_hash NOT IN ${straying(began)}`;
  if (to === until || to === undefined) return own;
  const begins = sql`first_span = ${whole(number)}`;
  return unionAll([
    own,
    sql`SELECT * FROM hits WHERE ${isWithin(to, until)} AND session_hash IN ${straying(begins)}`,
  ]);
}

function instant(unixMs: number): Sql {
  return sql`make_timestamp_ms(${whole(unixMs)})`;
}

/** The days that begin in the span; with the first span also the day that it begins in. */
async function addUpDays({ run }: Transaction, { number, from, to }: Span): Promise<void> {
  const firstSlotOf = (unixMs: number) => whole(Math.ceil(unixMs / slotMs / slotsADay) * slotsADay);
  const which = and(
    ...(number === 0 ? [] : [sql`slot >= ${firstSlotOf(from)}`]),
    ...(to === undefined ? [] : [sql`slot < ${firstSlotOf(to)}`]),
  );
  await run(sql`
    INSERT INTO page_days BY NAME
    SELECT * FROM (${selectPageDays(sql`(SELECT * FROM pages WHERE ${which})`)}) ORDER BY day, site`);
}

async function deriveCredits({ run }: Transaction, part: Sql): Promise<void> {
  const conversions = sql`(SELECT * FROM conversions WHERE session_id = '' AND ${part})`;
  const payments = sql`(SELECT * FROM payments WHERE ${part})`;
  const credited = sql`SELECT visitor_hash FROM ${conversions} UNION ALL SELECT visitor_hash FROM ${payments}`;
  const visits = sql`(SELECT * FROM visits WHERE ${part} AND visitor_hash IN (${credited}))`;
  await run(sql`
    INSERT INTO derived_credits BY NAME ${withSite(selectCredits({ conversions, payments, visits }))}`);
}

async function finish({ run }: Transaction): Promise<void> {
  await run('INSERT INTO credits SELECT * FROM derived_credits ORDER BY ts');
  for (const table of ['span_slots', 'straying_sessions', 'derived_credits']) {
    await run(sql`DROP TABLE ${identifier(table)}`);
  }
  await run('DROP TABLE IF EXISTS session_hits');
  await run('DROP TABLE unfinished_rebuild');
}

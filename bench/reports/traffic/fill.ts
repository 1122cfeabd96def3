import { hashOf } from '../../../src/store/analytics/dialect.ts';
import type { Transaction } from '../../../src/store/analytics/duckdb/transaction.ts';
import { bind, identifier, identifiers, joinSql, type Sql, sql } from '../../../src/store/analytics/sql.ts';
import type { TableName } from '../../../src/store/analytics/tables.ts';
import { startProgress } from '../../progress.ts';
import { createLean } from '../lean.ts';
import { buildLookups } from './lookups.ts';
import {
  selectConversions,
  selectHits,
  selectIdentities,
  selectLean,
  selectPayments,
} from './records-sql.ts';
import { type Chunk, type Era, selectSessions, selectViews } from './sessions-sql.ts';

/** About half a million rows at once: more would be sorted on the disk, fewer take longer. */
const sessionsPerChunk = 200_000;

/** As they are sent: what the product adds to them on their way into its tables is added below. */
export const sentRecords = [
  ['hits', selectHits],
  ['conversions', selectConversions],
  ['payments', selectPayments],
  ['identities', selectIdentities],
] as const satisfies readonly (readonly [TableName, (era: Era) => Sql])[];

const visitorHash = sql`${hashOf(sql`visitor_id`)} AS visitor_hash`;
const sessionHash = sql`${hashOf(sql`website_id`, sql`session_id`)} AS session_hash`;

const hashes: Record<(typeof sentRecords)[number][0], Sql> = {
  hits: sql`${visitorHash}, ${sessionHash}`,
  conversions: sql`${visitorHash}, ${sessionHash}`,
  payments: visitorHash,
  identities: visitorHash,
};

/** What sessions draw from, for as long as the connection is open. */
export async function createLookups({ run }: Transaction, domain: string): Promise<void> {
  for (const { name, rows } of buildLookups(domain)) {
    const columns = Object.keys(rows[0] ?? {});
    const values = columns.map((column) => {
      const texts = bind.texts(rows.map((row) => row[column] ?? ''));
      return sql`unnest(${texts}) AS ${identifier(column)}`;
    });
    await run(sql`
      CREATE TEMP TABLE ${identifier(name)} AS
      SELECT CAST(row_number() OVER () - 1 AS INTEGER) AS rank, ${identifiers(columns)}
      FROM (SELECT ${joinSql(values, sql`, `)})`);
  }
}

/** The product's tables, and the lean one where `isCompared`. */
export async function fill(
  transaction: Transaction,
  era: Era,
  title: string,
  isCompared: boolean,
  signal: AbortSignal,
): Promise<void> {
  const progress = startProgress(title, era.sessions);
  if (isCompared) for (const statement of createLean) await transaction.run(statement);
  try {
    for (let first = 0; first < era.sessions; first += sessionsPerChunk) {
      signal.throwIfAborted();
      const chunk: Chunk = { first, count: Math.min(sessionsPerChunk, era.sessions - first) };
      await makeChunk(transaction, era, chunk);
      await insertChunk(transaction, era, isCompared);
      progress.advance(chunk.count);
    }
  } finally {
    progress.end();
  }
}

export async function makeChunk({ run }: Transaction, era: Era, chunk: Chunk): Promise<void> {
  await run(sql`CREATE OR REPLACE TEMP TABLE made_sessions AS ${selectSessions(era, chunk)}`);
  await run(sql`CREATE OR REPLACE TEMP TABLE made_views AS ${selectViews(era, sql`made_sessions`)}`);
}

/** In the order of time, as traffic arrives. */
async function insertChunk({ run }: Transaction, era: Era, isCompared: boolean): Promise<void> {
  for (const [table, select] of sentRecords) {
    await run(sql`
      INSERT INTO ${identifier(table)} BY NAME
      SELECT *, ${hashes[table]} FROM (${select(era)}) ORDER BY seq`);
  }
  if (isCompared) await run(sql`INSERT INTO bench.lean BY NAME ${selectLean(era)} ORDER BY ts`);
}

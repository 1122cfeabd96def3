import { identifier, joinSql, type Sql, sql, whole } from '../../../src/store/analytics/sql.ts';
import { recentTableName } from '../../../src/store/analytics/tables.ts';
import { startProgress } from '../../progress.ts';
import type { EngineClient } from '../engine-client.ts';
import { createLean } from '../lean.ts';
import { buildLookups } from './lookups.ts';
import {
  insertConversions,
  insertHits,
  insertIdentities,
  insertLean,
  insertPayments,
} from './records-sql.ts';
import type { Chunk, Era } from './sessions-sql.ts';

/** About half a million rows an insert: more would not fit into the engine's memory, fewer take longer. */
const sessionsPerChunk = 200_000;

type Insert = (era: Era, chunk: Chunk) => Sql;

const productInserts: readonly Insert[] = [insertHits, insertConversions, insertPayments, insertIdentities];

export async function createBenchTables(client: EngineClient, domain: string): Promise<void> {
  await client.run(sql`CREATE DATABASE IF NOT EXISTS bench`);
  await client.run(createLean);
  for (const { name, rows } of buildLookups(domain)) {
    const columns = Object.keys(rows[0] ?? {}).map((column) => sql`${identifier(column)} String`);
    await client.run(sql`
      CREATE OR REPLACE TABLE bench.${identifier(name)} (rank UInt16, ${joinSql(columns, sql`, `)})
      ENGINE = MergeTree ORDER BY rank`);
    await client.insert(
      `bench.${name}`,
      rows.map((row, rank) => ({ rank, ...row })),
    );
  }
}

/** The product's tables and the lean one, from the same sessions. */
export function fillBoth(client: EngineClient, era: Era, title: string, signal: AbortSignal): Promise<void> {
  return fill(client, era, title, signal, [...productInserts, insertLean]);
}

export function fillProduct(
  client: EngineClient,
  era: Era,
  title: string,
  signal: AbortSignal,
): Promise<void> {
  return fill(client, era, title, signal, productInserts);
}

/** In the order of time, as traffic arrives. */
async function fill(
  client: EngineClient,
  era: Era,
  title: string,
  signal: AbortSignal,
  inserts: readonly Insert[],
): Promise<void> {
  const progress = startProgress(title, era.sessions);
  try {
    for (let first = 0; first < era.sessions; first += sessionsPerChunk) {
      const chunk: Chunk = { first, count: Math.min(sessionsPerChunk, era.sessions - first) };
      for (const insert of inserts) {
        signal.throwIfAborted();
        await client.run(insert(era, chunk));
      }
      progress.advance(chunk.count);
    }
    await forgetRecent(client, era);
  } finally {
    progress.end();
  }
}

const recentMs = 2 * 86_400_000;

/** What the product would have forgotten by the end, had the traffic come as it is dated. */
async function forgetRecent(client: EngineClient, { endsAt }: Era): Promise<void> {
  await client.run(sql`
    ALTER TABLE ${identifier(recentTableName)} DELETE
    WHERE ts < fromUnixTimestamp64Milli(${whole(endsAt - recentMs)}, 'UTC') SETTINGS mutations_sync = 2`);
}

/**
 * What is derived after each of many batches of one or a few records, in any order. The worlds of test/model come in
 * large batches, in which nearly always some visitor was there before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordBatch } from '../../src/store/analytics/analytics-engine.ts';
import { type LocalEngine, openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { sql } from '../../src/store/analytics/sql.ts';
import { factNames, formatTs, type SessionFacts } from '../../src/store/analytics/tables.ts';
import { createRandom, type Random } from '../faults/seeded-random.ts';
import { requireDerivedRight } from '../model/comparison/derived.ts';

const seeds = [1, 2];
const batches = 16;
const firstMoment = Date.UTC(2024, 2, 1);
const quarterMs = 900_000;

const noFacts = Object.fromEntries(factNames.map((fact) => [fact, ''])) as Record<keyof SessionFacts, string>;

let folder = '';
let engine: LocalEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-small-batches-'));
  engine = await openLocalEngine({
    path: ':memory:',
    memoryLimitMb: 512,
    temporaryDirectory: join(folder, 'temp'),
    temporaryLimitMb: 512,
  });
});
afterAll(async () => {
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each(seeds)('batches of few records, seed %i', (seed) => {
  it('leave visits, pages and credits as all records together give them', async () => {
    const random = createRandom(seed);
    for (let number = 1; number <= batches; number += 1) {
      await engine.store(buildBatch(random, seed * 1_000 + number));
      await requireDerivedRight(engine);
    }
    const { rows } = await engine.query(
      sql`SELECT count(*) AS visits, count(*) FILTER (WHERE previous >= 0) AS linked FROM visits`,
      { signal: new AbortController().signal },
    );
    expect(Number(rows[0]?.visits)).toBeGreaterThan(Number(rows[0]?.linked));
    expect(Number(rows[0]?.linked)).toBeGreaterThan(0);
  });
});

function buildBatch(random: Random, number: number): RecordBatch {
  const areNew = random.whole(1, 2) === 1;
  const places = Array.from({ length: random.whole(1, 3) }, (_, index) => ({
    workspace_id: 'workspace',
    website_id: random.pick(['ff_one', 'ff_one', 'ff_two']),
    ts: formatTs(firstMoment + random.whole(0, 16) * quarterMs + random.whole(0, 2) * 1_000),
    seq: number * 10 + index,
    visitor_id: areNew ? `new-${number}-${random.whole(1, 2)}` : `visitor-${random.whole(1, 5)}`,
  }));
  const kind = random.pick(['hits', 'hits', 'hits', 'goals', 'both'] as const);
  const hits = places.map((place) => ({
    ...place,
    ...noFacts,
    country: random.pick(['DE', 'FR']),
    type: random.pick(['pageview', 'pageview', 'pageview', 'custom', 'automatic', 'leave'] as const),
    session_id: `session-${random.whole(1, 20)}-${place.visitor_id}`,
    path: random.pick(['/', '/pricing']),
    view: random.whole(0, 2),
    visible_ms: random.whole(0, 3) * 1_000,
  }));
  const conversions = places.map((place) => ({
    ...place,
    seq: place.seq + 5,
    session_id: '',
    name: 'signup',
    details: '{}',
    texts: {},
    is_automatic: false,
  }));
  return {
    name: `batch-${number}`,
    source: 'test',
    rows: {
      ...(kind !== 'goals' && { hits }),
      ...(kind !== 'hits' && { conversions }),
    },
  };
}

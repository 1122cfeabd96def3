/** Reports over records of our own, without a server around them: the real engine, in this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { GoalRule } from '../../src/contract/goal-rule.ts';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { buildEvent, type Draft } from '../../src/ingest/build-drafts.ts';
import { buildRows } from '../../src/ingest/build-records.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { createReportRunner } from '../../src/reports/run-report.ts';
import type { RecordBatch } from '../../src/store/analytics/analytics-engine.ts';
import { type LocalEngine, openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { tableNames } from '../../src/store/analytics/tables.ts';

const now = Date.parse('2024-04-01T00:00:00Z');
export const workspaceId = 'workspace' as WorkspaceId;

export const website_id = 'ff_website';
export const sender = { workspaceId, now };

type Query = Record<string, string>;

/** How the records reach the engine: what a report shows must not depend on it. */
export const arrivals = ['together', 'one by one', 'one by one, the last first'] as const;
export type Arrival = (typeof arrivals)[number];

export type Stage = {
  rows(report: Report, query: Query): Promise<Record<string, unknown>[]>;
  /** The same records without goals. */
  rowsWithoutGoals: Stage['rows'];
  engine(): LocalEngine;
};

export function useStage(
  drafts: readonly Draft[],
  {
    forDashboard = false,
    arrival = 'together' as Arrival,
    memoryLimitMb = 512,
    goals = [] as readonly GoalRule[],
  } = {},
): Stage {
  let folder: string;
  let engine: LocalEngine | undefined;
  const requireEngine = () => {
    if (!engine) throw new Error('The engine is open only while its tests run.');
    return engine;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-reports-'));
    engine = await openLocalEngine({
      path: join(folder, 'analytics.duckdb'),
      memoryLimitMb,
      temporaryDirectory: join(folder, 'temp'),
      temporaryLimitMb: 4096,
    });
    for (const batch of buildBatches(drafts, arrival)) await engine.store(batch);
  });
  afterAll(async () => {
    await engine?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const runWith = (goals: readonly GoalRule[]) => async (report: Report, query: Query) => {
    const runner = createReportRunner({
      analytics: requireEngine(),
      websites: {
        has: async () => true,
        publicIds: async () => [website_id],
        ownDomains: async () => [],
        goals: async () => goals,
      },
      clock: () => now,
      oldestPendingAt: async () => undefined,
      forDashboard,
    });
    const reader = { workspaceId, retentionDays: null };
    return (await runner.runMetrics(report, reader, { website_id, ...query })).data;
  };
  return { rows: runWith(goals), rowsWithoutGoals: runWith([]), engine: requireEngine };
}

export function view(visitor: string, session: string, country: string, ts: string): Draft {
  return hit({ visitor_id: visitor, session_id: session, ip: country }, ts);
}

type Body = Parameters<typeof buildEvent>[1];

/** A pageview, unless it says otherwise. */
export function hit(body: Partial<Body>, ts: string): Draft {
  const surroundings = { ownDomains: [], findCountry: (address: string) => address };
  return buildEvent(sender, { website_id, name: 'pageview', ...body, ts: Date.parse(ts) }, surroundings);
}

function buildBatches(drafts: readonly Draft[], arrival: Arrival): RecordBatch[] {
  const records = drafts.map((draft, index) => buildRows(draft.record(draft.response), index + 1));
  const inOrder = arrival === 'one by one, the last first' ? records.toReversed() : records;
  const batches = arrival === 'together' ? [inOrder] : inOrder.map((record) => [record]);
  return batches.map((batch, index) => ({
    source: 'stage',
    name: `batch ${index}`,
    rows: Object.fromEntries(
      tableNames.map((table) => [table, batch.flatMap((record) => (record[table] ? [record[table]] : []))]),
    ),
  }));
}

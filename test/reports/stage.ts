/** Reports over records of our own, without a server around them: the real engine, and days settled when asked for. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { buildEvent, type Draft } from '../../src/ingest/build-records.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { createReportRunner } from '../../src/reports/run-report.ts';
import { startSettler } from '../../src/settlement/settler.ts';
import { type Connection, connectAnalytics } from '../../src/store/analytics/connect-analytics.ts';
import type { Analytics } from '../../src/store/analytics/open-analytics.ts';
import type { Sql } from '../../src/store/analytics/sql.ts';
import { type TableRows, tableNames } from '../../src/store/analytics/tables.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const now = Date.parse('2024-04-01T00:00:00Z');
export const workspaceId = 'workspace' as WorkspaceId;

export const website_id = 'ff_website';
export const sender = { workspaceId, now };

type Query = Record<string, string>;

export type Stage = {
  rows(report: Report, query: Query): Promise<Record<string, unknown>[]>;
  /** From here on reports look at what is settled of the days before now. */
  settle(): Promise<void>;
  /** Rows that the engine makes itself. */
  fill(statement: Sql): Promise<void>;
};

const usualBounds = { engineMemoryMb: 512, reportTimeoutSeconds: 30, reportMemoryMb: 256, reportsAtOnce: 4 };

export function useStage(
  drafts: readonly Draft[],
  { forDashboard = false, bounds = usualBounds } = {},
): Stage {
  let folder: string;
  let connection: Connection | undefined;
  let analytics: Analytics;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-reports-'));
    const engine = { clickhouseUrl: undefined, clickhouseCluster: undefined };
    connection = connectAnalytics({ ...engine, ...bounds, engineDirectory: join(folder, 'engine') }, silent);
    analytics = await connection.opened;
    await store(analytics, drafts);
  });
  afterAll(async () => {
    await connection?.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    async rows(report, query) {
      const runner = createReportRunner({
        analytics,
        websites: { has: async () => true, publicIds: async () => [website_id], ownDomains: async () => [] },
        clock: () => now,
        oldestPendingAt: async () => undefined,
        forDashboard,
      });
      const reader = { workspaceId, retentionDays: null };
      return (await runner.runMetrics(report, reader, { website_id, ...query })).data;
    },
    settle: () => settleDays(analytics),
    async fill(statement) {
      await analytics.derive(statement);
    },
  };
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

async function store(analytics: Analytics, drafts: readonly Draft[]): Promise<void> {
  const records = drafts.map((draft, index) => draft.rows(index + 1, draft.response));
  for (const table of tableNames) {
    const rows = records.flatMap((record) => (record[table] as TableRows[typeof table] | undefined) ?? []);
    if (rows.length > 0) await analytics.insert(table, rows, table);
  }
}

async function settleDays(analytics: Analytics): Promise<void> {
  const lease = { take: async () => true, release: async () => {} };
  const settler = startSettler({ analytics, clock: () => now, log: silent, lease, intervalMs: 2 ** 31 - 1 });
  try {
    await settler.settleNow();
  } finally {
    await settler.stop();
  }
}

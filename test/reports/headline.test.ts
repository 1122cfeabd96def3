/** The one report that no address leads to: the dashboard asks the runner for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { buildEvent, buildGoal, buildPayment, type Draft } from '../../src/ingest/build-records.ts';
import { catalogue, metricsNames } from '../../src/reports/catalogue.ts';
import { headline } from '../../src/reports/headline.ts';
import { createReportRunner, type ReportRunner } from '../../src/reports/run-report.ts';
import { type Connection, connectAnalytics } from '../../src/store/analytics/connect-analytics.ts';
import type { Analytics } from '../../src/store/analytics/open-analytics.ts';
import { type TableRows, tableNames } from '../../src/store/analytics/tables.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const workspaceId = 'workspace' as WorkspaceId;
const website_id = 'ff_website';
const sender = { workspaceId, now: Date.parse('2024-04-01T00:00:00Z') };
const surroundings = { ownDomains: [], findCountry: (address: string) => address };

describe('headline', () => {
  let folder: string;
  let connection: Connection;
  let runner: ReportRunner;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-headline-'));
    const options = {
      clickhouseUrl: undefined,
      clickhouseCluster: undefined,
      reportsAtOnce: 4,
      engineDirectory: join(folder, 'engine'),
      engineMemoryMb: 512,
    };
    connection = connectAnalytics({ ...options, reportTimeoutSeconds: 30, reportMemoryMb: 256 }, silent);
    const analytics = await connection.opened;
    await store(analytics, [
      view('a', 'DE', '2024-03-04T10:00:00Z'),
      view('a', 'DE', '2024-03-04T10:00:30Z'),
      view('b', 'US', '2024-03-05T10:00:00Z'),
      buildGoal(sender, { website_id, visitor_id: 'a', goal_name: 'signup', timestamp: sender.now - 1 }),
      buildPayment(sender, {
        website_id,
        visitor_id: 'b',
        transaction_id: 't',
        amount: 12.5,
        currency: 'EUR',
        timestamp: sender.now - 1,
      }),
    ]);
    runner = createReportRunner({
      analytics,
      websites: {
        has: async () => true,
        publicIds: async () => [website_id],
        ownDomains: async () => [],
      },
      clock: () => sender.now,
      oldestPendingAt: async () => undefined,
    });
  });
  afterAll(async () => {
    await connection?.close();
    await rm(folder, { recursive: true, force: true });
  });

  function view(visitor: string, country: string, ts: string): Draft {
    const ids = { website_id, visitor_id: visitor, session_id: visitor };
    return buildEvent(sender, { ...ids, name: 'pageview', ts: Date.parse(ts), ip: country }, surroundings);
  }

  const rowsOf = async (query: Record<string, string>) => {
    const reader = { workspaceId, retentionDays: null };
    const days = { from_date: '2024-03-01', to_date: '2024-03-31' };
    return (await runner.runRest(headline, reader, { website_id, ...days, ...query })).data;
  };

  it('has all traffic, conversions and revenue in one row', async () => {
    expect(await rowsOf({})).toEqual([
      {
        visitors: '2',
        sessions: '2',
        pageviews: '3',
        bounces: '1',
        bounce_rate: 50,
        avg_session_seconds: 15,
        conversions: '1',
        conversion_rate: 50,
        revenue: 12.5,
      },
    ]);
  });

  it('takes filters', async () => {
    expect(await rowsOf({ country: 'US' })).toMatchObject([
      { visitors: '1', pageviews: '1', bounces: '1', conversions: '0', revenue: 12.5 },
    ]);
  });

  it('has a row of zeros where there is nothing', async () => {
    const zeros = {
      visitors: '0',
      sessions: '0',
      pageviews: '0',
      bounces: '0',
      bounce_rate: 0,
      avg_session_seconds: 0,
      conversions: '0',
      conversion_rate: 0,
      revenue: 0,
    };
    expect(await rowsOf({ country: 'FR' })).toEqual([zeros]);
    expect(await rowsOf({ from_date: '2023-01-01', to_date: '2023-01-31' })).toEqual([zeros]);
  });

  it('is in the catalogue, under neither a name nor a path', () => {
    expect(catalogue).toContain(headline);
    expect([headline.name, headline.path]).toEqual([null, null]);
    expect(metricsNames).not.toContain('headline');
  });
});

async function store(analytics: Analytics, drafts: readonly Draft[]): Promise<void> {
  const records = drafts.map((draft, index) => draft.rows(index + 1, draft.response));
  for (const table of tableNames) {
    const rows = records.flatMap((record) => (record[table] as TableRows[typeof table] | undefined) ?? []);
    if (rows.length > 0) await analytics.insert(table, rows, table);
  }
}

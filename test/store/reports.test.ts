import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, dashboardReports } from '../../src/reports/catalogue.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { liveEvents } from '../../src/reports/live-events.ts';
import { livePages } from '../../src/reports/live-pages.ts';
import { liveSources } from '../../src/reports/live-sources.ts';
import { pages } from '../../src/reports/pages.ts';
import type { RawQuery } from '../../src/reports/raw-query.ts';
import { createReportRunner, type ReportRunner } from '../../src/reports/run-report.ts';
import { identifier, sql } from '../../src/store/analytics/sql.ts';
import { recentTableName, tableNames } from '../../src/store/analytics/tables.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';
import { clock, otherWebsite, sendSampleRecords, website, workspaceId } from './sample-records.ts';

/** The same records on both layouts give the same rows in every report. */

const layouts: OpenLayout[] = [];
let runners: ReportRunner[] = [];
let dashboardRunners: ReportRunner[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-sample-'));
  for (const name of layoutNames) {
    const layout = await openLayout(name);
    layouts.push(layout);
    await sendSampleRecords(layout.analytics, join(folder, name));
  }
  const createRunner = ({ analytics }: OpenLayout, forDashboard: boolean) =>
    createReportRunner({
      analytics,
      clock,
      forDashboard,
      oldestPendingAt: async () => undefined,
      websites: {
        has: async () => true,
        publicIds: async () => [website, otherWebsite],
        ownDomains: async () => ['example.com'],
      },
    });
  runners = layouts.map((layout) => createRunner(layout, false));
  dashboardRunners = layouts.map((layout) => createRunner(layout, true));
});

afterAll(async () => {
  await Promise.all(layouts.map((layout) => layout.close()));
  await rm(folder, { recursive: true, force: true });
});

/** More than any one report takes; what a report does not know it ignores. */
const dates = { from: '2024-03-12', to: '2024-03-18' };
const inputs = {
  website_id: website,
  from_date: dates.from,
  to_date: dates.to,
  ...dates,
  visitor_id: 'v1',
  goal_name: 'signup',
  steps: 'page:/1,goal:signup',
  tz: 'Europe/Berlin',
};

const reader = { workspaceId, retentionDays: null };

async function runOnAll(report: Report, query: RawQuery): Promise<unknown[]> {
  const run = async (runner: ReportRunner) => {
    const { data, meta, rows } = await (report.path === null
      ? runner.runMetrics(report, reader, query)
      : runner.runRest(report, reader, query));
    return { data, meta, rows };
  };
  return Promise.all(runners.map(run));
}

async function expectSame(report: Report, query: RawQuery): Promise<void> {
  const [single, sharded] = await runOnAll(report, query);
  expect(sharded).toEqual(single);
}

const filters: readonly RawQuery[] = [
  { country: 'DE' },
  { referrer: 'is_not:google.com' },
  { utm_campaign: 'contains:spr' },
  { page: '/1,/2' },
  { page: 'is_not:/3', device: 'mobile' },
];

describe.each(catalogue.map((report) => ({ report, title: report.title })))('$title', ({ report }) => {
  it('has the same rows on a cluster as on one server', async () => {
    const [single, sharded] = await runOnAll(report, inputs);
    expect(sharded).toEqual(single);
    expect((single as { rows: number }).rows).toBeGreaterThan(0);
  });
});

/** One each; every filter, mode, metric and model on every report is left to the worlds of test/model. */
const filtered = catalogue
  .filter(({ takesFilters }) => takesFilters)
  .map((report, index) => ({ report, title: report.title, filter: filters[index % filters.length] }));

it.each(filtered)('$title has the same rows on both with $filter', async ({ report, filter }) => {
  await expectSame(report, { ...inputs, ...filter });
});

it.each(Object.values(dashboardReports))(
  '$title has the same rows on both for the dashboard, in days of a zone',
  async (report) => {
    const query = { ...inputs, channel: 'is_not:Email' };
    const [single, sharded] = await Promise.all(
      dashboardRunners.map(async (runner) => (await runner.runRest(report, reader, query)).data),
    );
    expect(sharded).toEqual(single);
    expect(single).not.toEqual([]);
  },
);

it.each([livePages, liveSources, liveEvents])('$title has the same rows on both', async (report) => {
  const [single, sharded] = await Promise.all(
    dashboardRunners.map(async (runner) => (await runner.runRest(report, reader, inputs)).data),
  );
  expect(sharded).toEqual(single);
  expect(single).not.toEqual([]);
});

it.each([
  { from_date: '1970-01-01', to_date: '2001-09-10' },
  { from_date: '1970-01-02', to_date: '9999-12-31' },
  { from_date: '9999-12-30', to_date: '9999-12-31' },
])('has the same pages in %j', async (range) => {
  await expectSame(pages, { ...inputs, ...range });
});

it.each([...tableNames, recentTableName])('spreads %s over the nodes of a cluster', async (table) => {
  const cluster = layouts[1] as OpenLayout;
  const { data } = await cluster.analytics.query(
    sql`SELECT _shard_num AS shard, count() AS stored FROM ${identifier(table)} GROUP BY shard ORDER BY shard`,
  );
  expect(data.map(({ shard }) => shard)).toEqual([1, 2]);
  expect(data.every(({ stored }) => Number(stored) > 0)).toBe(true);
});

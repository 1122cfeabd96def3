import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/reports/catalogue.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { pages } from '../../src/reports/pages.ts';
import type { RawQuery } from '../../src/reports/question/raw-query.ts';
import { createReportRunner, type ReportRunner } from '../../src/reports/run-report.ts';
import { identifier, sql } from '../../src/store/analytics/sql.ts';
import { recentTableName, tableNames } from '../../src/store/analytics/tables.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';
import { clock, otherWebsite, sendSampleRecords, website, workspaceId } from './sample-records.ts';

/**
 * The same records on both layouts give the same rows in every report, and under the same types. Filters, modes, metrics
 * and the dashboard's zones are left to the worlds of test/model, which run on both.
 */

const layouts: OpenLayout[] = [];
let runners: ReportRunner[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-sample-'));
  for (const name of layoutNames) {
    const layout = await openLayout(name);
    layouts.push(layout);
    await sendSampleRecords(layout.analytics, join(folder, name));
  }
  runners = layouts.map(({ analytics }) =>
    createReportRunner({
      analytics,
      clock,
      oldestPendingAt: async () => undefined,
      websites: {
        has: async () => true,
        publicIds: async () => [website, otherWebsite],
        ownDomains: async () => ['example.com'],
      },
    }),
  );
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

describe.each(catalogue.map((report) => ({ report, title: report.title })))('$title', ({ report }) => {
  it('has the same rows on a cluster as on one server', async () => {
    const [single, sharded] = await runOnAll(report, inputs);
    expect(sharded).toEqual(single);
    expect((single as { rows: number }).rows).toBeGreaterThan(0);
  });
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

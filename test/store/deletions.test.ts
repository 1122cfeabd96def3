import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaims, transactionClaim } from '../../src/ingest/claims.ts';
import { createRecordDeletion, type RecordDeletion } from '../../src/ingest/delete-records.ts';
import { createRecordExport } from '../../src/reports/export-records.ts';
import { EngineUnavailable } from '../../src/store/analytics/open-analytics.ts';
import { identifier, type Sql, sql } from '../../src/store/analytics/sql.ts';
import { recentTableName, settledTableNames, tableNames } from '../../src/store/analytics/tables.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';
import { clock, sendSampleRecords, website, workspaceId } from './sample-records.ts';

let folder = '';
let layout: OpenLayout;
let control: Control;
let deletion: RecordDeletion;

const target = { workspaceId, websiteId: website };
const drained = { notify() {}, catchUp: async () => {}, stop: async () => {} };

async function count(table: string, condition: Sql): Promise<number> {
  const { data } = await layout.analytics.query(
    sql`SELECT count() AS stored FROM ${identifier(table)} WHERE website_id = 'ff_sample' AND ${condition}`,
  );
  return Number(data[0]?.stored);
}

async function countExported(): Promise<number> {
  const websites = { has: async () => true, publicIds: async () => [website], ownDomains: async () => [] };
  const exported = createRecordExport(layout.analytics, websites, clock);
  const choice = { websiteId: website, table: 'pageviews', format: 'ndjson' } as const;
  const reader = { workspaceId, retentionDays: null };
  const rows = await exported.open(reader, choice, new AbortController().signal);
  return (await text(rows)).split('\n').filter((line) => line !== '').length;
}

describe.each(layoutNames)('deleting on %s', (name) => {
  // Each test takes some of what the ones before it left.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-deletions-'));
    layout = await openLayout(name);
    await sendSampleRecords(layout.analytics, folder);
    control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
    deletion = createRecordDeletion(layout.analytics, createClaims(control), drained);
  });
  afterAll(async () => {
    await control.close();
    await layout.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('takes the conversions of one visitor alone', async () => {
    const others = await count('conversions', sql`visitor_id != 'v1'`);
    const otherRecent = await count(
      recentTableName,
      sql`NOT (visitor_id = 'v1' AND type IN ('goal', 'custom'))`,
    );
    const otherCustoms = await count('hits', sql`type = 'custom' AND visitor_id != 'v1'`);
    await deletion.conversions(target, { visitorId: 'v1' });
    expect(await count('conversions', sql`1`)).toBe(others);
    expect(await count('hits', sql`type = 'custom'`)).toBe(otherCustoms);
    expect(await count(recentTableName, sql`1`)).toBe(otherRecent);
  });

  it('takes conversions of all nodes, and the hits of custom events with them', async () => {
    const goals = await count('conversions', sql`name = 'signup'`);
    const views = await count('hits', sql`type != 'custom'`);
    const recentOthers = await count(recentTableName, sql`type NOT IN ('goal', 'custom')`);
    expect(await count('hits', sql`type = 'custom'`)).toBeGreaterThan(10);
    expect(await count(recentTableName, sql`type IN ('goal', 'custom')`)).toBe(goals);

    expect(await deletion.conversions(target, { goalName: 'signup' })).toBe(String(goals));
    expect(await count('conversions', sql`name = 'signup'`)).toBe(0);
    expect(await count('hits', sql`type = 'custom'`)).toBe(0);
    expect(await count('hits', sql`type != 'custom'`)).toBe(views);
    expect(await count(recentTableName, sql`1`)).toBe(recentOthers);
  });

  it('leaves no transaction taken whose payment is gone, wherever it fails', async () => {
    const claims = createClaims(control);
    const { data } = await layout.analytics.query(sql`SELECT transaction_id FROM payments LIMIT 1`);
    const transactionId = String(data[0]?.transaction_id);
    const fingerprint = transactionClaim(workspaceId, website, transactionId);
    const takenBy = async (owner: string) =>
      (await claims.settle([{ fingerprint, owner }], clock())).get(fingerprint);
    expect(await takenBy('a repeat')).not.toBe('a repeat');
    const run = async () => {
      throw new EngineUnavailable('gone before it deletes');
    };
    const failing = createRecordDeletion({ ...layout.analytics, run }, claims, drained);
    await expect(failing.payments(target, { transactionId })).rejects.toThrow('unavailable');
    expect(await takenBy('a repeat')).toBe('a repeat');
  });

  it('takes payments of a span of time', async () => {
    const from = Date.parse('2024-03-15T00:00:00Z');
    const before = await count('payments', sql`ts < '2024-03-15'`);
    const within = await count('payments', sql`ts >= '2024-03-15'`);
    expect(await deletion.payments(target, { span: { from, to: from + 30 * 86_400_000 } })).toBe(
      String(within),
    );
    expect(await count('payments', sql`1`)).toBe(before);
    expect(await count(recentTableName, sql`type = 'payment'`)).toBe(before);
  });

  it('takes nothing while a node is away, and everything afterwards', async () => {
    const payments = await count('payments', sql`1`);
    expect(payments).toBeGreaterThan(0);
    const away = layout.nodeUrls.length - 1;
    await layout.killNode(away);
    await expect(deletion.payments(target, { visitorId: 'v1' })).rejects.toThrow('unavailable');
    await expect(layout.analytics.run(sql`SELECT 1`)).rejects.toThrow('did not answer');
    await layout.startNode(away);
    expect(await count('payments', sql`1`)).toBe(payments);
    const span = { from: 0, to: Date.parse('2100-01-01T00:00:00Z') };
    expect(await deletion.payments(target, { span })).toBe(String(payments));
    expect(await count('payments', sql`1`)).toBe(0);
  });

  it('takes all that is known of the website', async () => {
    const others = async () =>
      (await layout.analytics.query(sql`SELECT count() AS n FROM hits WHERE website_id != 'ff_sample'`)).data;
    const kept = await others();
    expect(await countExported()).toBe(await count('hits', sql`type = 'pageview'`));
    await deletion.everything(target);
    for (const table of [...tableNames, recentTableName, ...Object.values(settledTableNames).flat()]) {
      expect([table, await count(table, sql`1`)]).toEqual([table, 0]);
    }
    expect(await countExported()).toBe(0);
    expect(await others()).toEqual(kept);
  });
});

/** What becomes of hits from browsers here: ../collect/drops.test.ts. */
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { describeDeployments } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { createSender, useRecords } from './records.ts';

const path = '/pixel/metrics/tracking_health';
const hourMs = 60 * 60_000;

const checks = [
  'receiving',
  'domain_mismatch',
  'unknown_website',
  'invalid_messages',
  'rate_limited',
  'bots',
  'automated_browsers',
  'local_pages',
  'prefetches',
  'excluded_paths',
  'unsigned_identities',
  'refused_identities',
  'queue_delay',
  'clock_skew',
  'refused_records',
];

async function checkOf(tenant: Tenant, check: string, query = {}) {
  const rows = await tenant.rows(path, query);
  return rows.find((row) => row.check === check);
}

describeDeployments('tracking_health', (deployment) => {
  const busy = useRecords(deployment, async (send) => {
    await send.view('a', 'a', Date.now() - 2 * hourMs);
    await send.view('a', 'a', Date.now() - hourMs);
    await send.custom('a', 'a', Date.now() - hourMs + 1);
    await send.goal('a', Date.now());
  });
  const silent = useRecords(deployment, async (send) => {
    await send.view('a', 'a', '2024-03-04T10:00:00Z');
    await send.view('a', 'a', Date.now() - 25 * hourMs);
  });
  const ahead = useRecords(deployment, async (send) => {
    await send.view('a', 'a', Date.now() + 3 * 60_000);
    await send.view('a', 'a', Date.now() + 10_000);
    await send.view('a', 'a', Date.now() - hourMs);
  });

  it('has every check in a fixed order, all well where nothing was left out', async () => {
    const rows = await busy().rows(path);
    expect(rows.map(({ check }) => check)).toEqual(checks);
    const own = rows.filter(({ check }) => check !== 'queue_delay');
    expect(own.every(({ status, reason }) => status === 'ok' && reason === '')).toBe(true);
    expect(own.filter(({ value }) => value !== '0').map(({ check }) => check)).toEqual(['receiving']);
  });

  it('receiving: pageviews and custom events in the range, and when the last came', async () => {
    const row = await checkOf(busy(), 'receiving');
    expect(row).toMatchObject({ status: 'ok', value: '3' });
    const age = Date.now() - Date.parse(String(row?.last_at));
    expect(age).toBeGreaterThanOrEqual(hourMs - 1);
    expect(age).toBeLessThan(2 * hourMs);
  });

  it('receiving: warns after a day without anything, whatever the range', async () => {
    const row = await checkOf(silent(), 'receiving');
    expect(row).toMatchObject({ status: 'warning', value: '1' });
    expect(row?.reason).toContain('for a day');
    const long = await checkOf(silent(), 'receiving', { from: '2024-03-04', to: '2024-03-04' });
    expect(long).toMatchObject({ status: 'warning', value: '1', last_at: row?.last_at });
  });

  it('receiving: an error where nothing ever came', async () => {
    const tenant = await deployment.tenant();
    expect(await checkOf(tenant, 'receiving')).toMatchObject({
      status: 'error',
      value: '0',
      last_at: null,
      reason: expect.stringContaining('script tag'),
    });
  });

  it('clock_skew: records dated more than a minute ahead of their arrival', async () => {
    const { to } = { to: new Date(Date.now() + 24 * hourMs).toISOString().slice(0, 10) };
    expect(await checkOf(ahead(), 'clock_skew', { to })).toMatchObject({
      status: 'warning',
      value: '1',
      last_at: expect.any(String),
      reason: expect.stringContaining('clock'),
    });
  });

  // Other tests send to the same server.
  it('queue_delay: after a while nothing waits', async () => {
    const nothing = { status: 'ok', value: '0', last_at: null, reason: '' };
    await expect.poll(() => checkOf(busy(), 'queue_delay'), { timeout: 60_000 }).toMatchObject(nothing);
  });

  it('covers the whole workspace without website_id, and nothing of another', async () => {
    const tenant = await deployment.tenant();
    const other = await createWebsite(
      deployment.control(),
      tenant.workspaceId,
      ['other.example'],
      systemClock,
    );
    await createSender(tenant).view('a', 'a', Date.now() - hourMs);
    await createSender(tenant, other.websiteId).view('a', 'b', Date.now() - hourMs);
    await deployment.settle();
    const { body } = await tenant.get(path);
    expect(body.data.data[0]).toMatchObject({ check: 'receiving', value: '2' });
    expect(await checkOf(tenant, 'receiving')).toMatchObject({ value: '1' });
  });
});

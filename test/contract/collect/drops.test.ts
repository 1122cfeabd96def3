/** Every reason for which a hit is left out, from the answer to the tracking health report. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { type DropReason, dropReasons } from '../../../src/contract/drop-reasons.ts';
import { describeDeployments } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { startOwnServer } from '../own-server.ts';
import { aroundToday, createScript, type Health, type Hit, sendText, untilHealth } from './script.ts';

type Case = {
  reason: DropReason;
  check: string;
  status: 'ok' | 'warning';
  host: string;
  hit: Hit;
  headers?: Record<string, string>;
};

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** All but the limit, which needs a server of its own, what cannot be read, which is no hit, and what a setting refuses. */
function buildCases(domain: string): Case[] {
  const www = `www.${domain}`;
  const page = `https://${www}/a`;
  return [
    {
      reason: 'unknown_website',
      check: 'unknown_website',
      status: 'warning',
      host: www,
      hit: { u: page, o: { websiteId: 'ff_mistyped' } },
    },
    {
      reason: 'foreign_domain',
      check: 'domain_mismatch',
      status: 'warning',
      host: 'copy.test',
      hit: { u: 'https://copy.test/a' },
    },
    {
      reason: 'local',
      check: 'local_pages',
      status: 'ok',
      host: 'localhost',
      hit: { u: 'http://localhost:3000/a' },
    },
    { reason: 'automated', check: 'automated_browsers', status: 'ok', host: www, hit: { u: page, b: true } },
    {
      reason: 'bot',
      check: 'bots',
      status: 'ok',
      host: www,
      hit: { u: page },
      headers: { 'user-agent': googlebot },
    },
    {
      reason: 'prefetch',
      check: 'prefetches',
      status: 'ok',
      host: www,
      hit: { u: page },
      headers: { 'sec-purpose': 'prefetch;prerender' },
    },
    {
      reason: 'excluded',
      check: 'excluded_paths',
      status: 'ok',
      host: www,
      hit: { u: page, o: { exclude: '/a*' } },
    },
    {
      reason: 'unsigned_identity',
      check: 'unsigned_identities',
      status: 'warning',
      host: www,
      hit: { t: 'identify', u: page, x: 'customer-42', h: '0'.repeat(64) },
    },
  ];
}

describeDeployments('hits that are left out', (deployment) => {
  const domain = `${randomUUID()}.example`;
  const cases = buildCases(domain);
  let tenant: Tenant;
  let stranger: Tenant;
  let health: Health = {};
  let startedAt = 0;
  const answers = new Map<string, { status: number; dropped: string | null }>();

  beforeAll(async () => {
    tenant = await deployment.tenant({ domains: [domain] });
    stranger = await deployment.tenant({ domains: [`${randomUUID()}.example`] });
    const send = createScript(deployment.urls, tenant.website, { domain });
    startedAt = Date.now();
    // Each first on another host, then on the one that is to be shown as the last.
    for (const { hit, headers, host } of cases) {
      await send({ ...hit, u: String(hit.u).replace(host, host.replace(/^www/, 'old')) }, headers);
    }
    await sleep(20);
    for (const { reason, hit, headers } of cases) answers.set(reason, await send(hit, headers));
    for (const url of deployment.urls) {
      answers.set('invalid', await sendText(url, '{"t":"pageview', { origin: `https://www.${domain}` }));
    }
    const invalid = String(deployment.urls.length);
    health = await untilHealth(
      tenant,
      (now) =>
        now.invalid_messages?.value === invalid && cases.every(({ check }) => Number(now[check]?.value) >= 2),
    );
  });

  it.each(cases)('$reason: told by the answer and by tracking health', ({ reason, check, status, host }) => {
    expect(answers.get(reason)).toMatchObject({ status: 202, dropped: reason, text: '' });
    expect(health[check]).toEqual({
      status,
      value: '2',
      last_at: expect.any(String),
      reason: `Last on ${host}. ${dropReasons[reason]}`,
    });
    const lastAt = Date.parse(health[check]?.last_at ?? '');
    expect(lastAt).toBeGreaterThanOrEqual(startedAt);
    expect(lastAt).toBeLessThanOrEqual(Date.now());
  });

  it('invalid: the host comes from the browser, since the message tells none', () => {
    expect(answers.get('invalid')).toMatchObject({ status: 202, dropped: 'invalid', text: '' });
    expect(health.invalid_messages).toMatchObject({
      status: 'warning',
      value: String(deployment.urls.length),
      reason: `Last on www.${domain}. ${dropReasons.invalid}`,
    });
  });

  it('makes no traffic of them', async () => {
    expect(await tenant.rows('/pixel/analytics/pages', aroundToday())).toEqual([]);
    expect(health.receiving).toMatchObject({ status: 'error', value: '0', last_at: null });
    expect(await tenant.rows('/pixel/analytics/overview')).toEqual([
      { events_last_5m: '0', last_event_at: null, status: 'never' },
    ]);
  });

  it('shows them to nobody else', async () => {
    const seen = await untilHealth(stranger, () => true);
    // How long records wait is the server's, whoever sent them.
    const { queue_delay: _, ...own } = seen;
    expect(Object.values(own).every(({ value }) => value === '0')).toBe(true);
    const { body } = await stranger.get('/pixel/metrics/tracking_health', { website_id: tenant.website });
    expect(body.error.code).toBe('forbidden');
  });

  it('counts what leads to no website nowhere', async () => {
    const send = createScript(deployment.urls, 'ff_mistyped', { domain: 'nobody.test' });
    expect(await send()).toMatchObject({ status: 202, dropped: 'unknown_website' });
    expect(await sendText(deployment.urls[0] as string, 'x')).toMatchObject({
      status: 202,
      dropped: 'invalid',
    });
  });
});

it('what was left out is written down also when the server stops at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-drops-'));
  const environment = { FOOTFALL_DATA_DIR: folder };
  try {
    const first = await startOwnServer({ environment });
    const { website, key } = await first.tenant();
    expect((await createScript([first.url], website)({ b: true })).dropped).toBe('automated');
    await first.stop();
    const second = await startOwnServer({ environment });
    try {
      const { body } = await second.api({
        path: '/pixel/metrics/tracking_health',
        query: { website_id: website },
        key,
      });
      const row = body.data.data.find(({ check }: { check: string }) => check === 'automated_browsers');
      expect(row).toMatchObject({ status: 'ok', value: '1' });
    } finally {
      await second.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

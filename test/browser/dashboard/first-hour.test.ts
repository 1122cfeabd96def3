import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { runCli } from '../../harness/server-process.ts';
import { phone } from './use-dashboard.ts';
import { usePeople } from './use-people.ts';

const domain = 'first-hour.example';
const person =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';
const dayMs = 24 * 60 * 60_000;

/** A website from before its first visit on: each test goes on where the one before has ended. */
describe('the first hour of a website', () => {
  const people = usePeople('first-hour');
  const { dataDirectory } = inject('dashboard');
  let key: string;

  beforeAll(async () => {
    const words = [
      'key',
      'create',
      '--workspace',
      people.workspaceId(),
      '--name',
      'Shop',
      '--scope',
      'pixel:write',
    ];
    const { stdout } = await runCli([...words, '--json'], { FOOTFALL_DATA_DIR: dataDirectory });
    key = (JSON.parse(stdout) as { key: string }).key;
  });

  const openWebsite = (path = '', options = {}): Promise<Page> =>
    people.openAsOwner(`/${people.websiteId()}${path}`, options);

  /** As the script sends it, from a page of the website unless another is named. */
  async function hit(message: Record<string, unknown> = {}): Promise<string | null> {
    const o = { websiteId: people.websiteId() };
    const body = JSON.stringify({ t: 'pageview', u: `https://${domain}/`, v: 'v1', s: 's1', o, ...message });
    const headers = { 'user-agent': person };
    const response = await fetch(`${people.url}/collect`, { method: 'POST', headers, body });
    return response.headers.get('x-footfall-dropped');
  }

  async function send(path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const record = JSON.stringify({ website_id: people.websiteId(), ...body });
    const response = await fetch(`${people.url}/api/v1${path}`, { method: 'POST', headers, body: record });
    expect(response.status).toBe(200);
  }

  it('refuses what is no domain, and reads an address as one', async () => {
    const page = await people.openAsOwner('/settings/websites');
    await page.getByRole('button', { name: 'Add a website' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Domain', { exact: true });
    await field.fill('not a domain');
    await dialog.getByRole('button', { name: 'Add the website' }).click();
    expect(await dialog.getByRole('alert').textContent()).toMatch(/"not a domain" is not a domain; write it/);
    await field.fill('https://www.second-shop.example/all, second-shop.test');
    await dialog.getByRole('button', { name: 'Add the website' }).click();
    await page.getByRole('heading', { name: 'Put Footfall on second-shop.example' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByRole('list', { name: 'Websites' }).getByRole('listitem').count()).toBe(2);
    await page.getByText('and second-shop.test', { exact: true }).waitFor();
  });

  it('has a guide for every empty place', async () => {
    const page = await openWebsite();
    const led = new Set<string>();
    const pages = [
      '',
      '/realtime',
      '/visitors',
      '/sessions',
      '/funnels',
      '/retention',
      '/revenue',
      '/events',
      '/ai',
    ];
    for (const path of [...pages, '?details=goals', '?details=revenue']) {
      await page.goto(`${people.url}/w/${people.workspaceId()}/${people.websiteId()}${path}`);
      await page.locator('.state').first().waitFor();
      await expect.poll(() => page.locator('.skeleton-rows').count()).toBe(0);
      for (const state of await page.locator('.state').all()) {
        const text = await state.textContent();
        const target = await state.locator('a[href^="/docs/"]').getAttribute('href', { timeout: 2000 });
        expect(target, `${path}: ${text}`).toMatch(/^\/docs\/[a-z-]+\?website=ff_/);
        led.add((target ?? '').replace(/\?.*/, ''));
      }
      expect(await people.violations(page), path).toEqual([]);
    }
    expect([...led].sort()).toEqual([
      '/docs/goals',
      '/docs/identity',
      '/docs/revenue',
      '/docs/server-side',
      '/docs/tracking',
    ]);
    for (const target of led) expect((await page.request.get(people.url + target)).status()).toBe(200);
  });

  it('shows the first day alone after the first visit, with what to do next', async () => {
    expect(await hit()).toBeNull();
    const page = await openWebsite();
    const check = `${people.url}/app/workspaces/${people.workspaceId()}/api/pixel/analytics/overview`;
    await expect
      .poll(async () => (await page.request.get(`${check}?website_id=${people.websiteId()}`)).text())
      .toContain('"receiving"');
    await page.reload();
    await page.getByRole('region', { name: 'First steps' }).waitFor();
    await page.getByRole('button', { name: 'Today', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(
      await page.locator('[data-step]').evaluateAll((steps) => steps.map((step) => step.dataset)),
    ).toEqual(['goal', 'payment', 'invite', 'mail'].map((step) => ({ step, done: 'false' })));
    expect(await people.violations(page)).toEqual([]);
  });

  it.each([
    ['wide', {}],
    ['on a phone, dark', { ...phone, colorScheme: 'dark' as const }],
  ])('has the code for Stripe as the guide has it: %s', async (_look, options) => {
    const page = await openWebsite('', options);
    await page.getByRole('button', { name: 'Connect Stripe' }).click();
    const guide = readFileSync(new URL('../../../docs/guides/revenue.md', import.meta.url), 'utf8');
    for (const [tab, label] of [
      ['1. Page', 'the code for the page'],
      ['2. Checkout', 'the code for the checkout'],
      ['3. Webhook', 'the code for the webhook'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      const code = await page.getByRole('region', { name: label }).textContent();
      expect(code?.length).toBeGreaterThan(200);
      expect(guide).toContain(`\n${code}\n\`\`\``);
    }
    const environment = await page
      .getByRole('region', { name: 'the environment of the webhook' })
      .textContent();
    expect(environment).toContain(`FOOTFALL_URL=${people.url}\nFOOTFALL_WEBSITE_ID=${people.websiteId()}`);
    expect(await people.violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  it('notices by itself what is done', async () => {
    const page = await openWebsite();
    await page.getByText('0 of 4 done').waitFor();
    await hit({ t: 'goal', n: 'signup' });
    await page.locator('[data-step=goal][data-done=true]').waitFor();
    await send('/pixel/payments', { transaction_id: 't1', amount: 49, currency: 'EUR', visitor_id: 'v1' });
    await page.locator('[data-step=payment][data-done=true]').waitFor();
    await page.getByText('2 of 4 done').waitFor();
    await page.getByRole('link', { name: 'Invite somebody' }).click();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Open the settings' }).click();
    await page.getByRole('heading', { level: 2, name: 'Email reports' }).first().waitFor();
  });

  it('shows the days since the first visit, unless others are chosen, on all pages', async () => {
    const yesterday = new Date(Date.now() - dayMs).toISOString();
    await send('/pixel/events', { path: '/early', ts: yesterday, visitor_id: 'v0', session_id: 's0' });
    const page = await openWebsite();
    const days = page.locator('.period-button');
    await expect
      .poll(async () => {
        await page.reload();
        return days.textContent();
      })
      .toMatch(/^\w+ \d+\s?–\s?(\w+ )?\d+/);
    await page.locator('[data-column=views]').first().waitFor();
    expect(await page.getByRole('region', { name: 'Pages' }).textContent()).toContain('/early');
    await days.click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    expect(new URL(page.url()).search).toBe('?period=30d');
    await page.getByRole('link', { name: 'Sessions' }).first().click();
    await page.waitForURL('**/sessions?period=30d');
    expect(await days.textContent()).toBe('Last 30 days');
  });

  it('hides the first steps for good', async () => {
    const page = await openWebsite();
    await page.getByRole('button', { name: 'Hide the first steps' }).click();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Pages' }).waitFor();
    expect(await steps.count()).toBe(0);
  });

  it('offers to add the domain of a hit that was left out, where tracking health shows it', async () => {
    for (const host of ['cafe.example', 'copy.example', 'cafe.example']) {
      expect(await hit({ u: `https://${host}/` })).toBe('foreign_domain');
    }
    const page = await openWebsite('/health');
    const hosts = page.getByRole('list', { name: 'Hosts that are left out' });
    await expect
      .poll(async () => {
        await page.reload();
        await page.locator('[data-check=domain_mismatch]').waitFor();
        return page.locator('[data-check=domain_mismatch] [data-exact]').getAttribute('data-exact');
      })
      .toBe('3');
    await hosts.locator('[data-foreign-host="copy.example"]').waitFor();
    expect(await people.violations(page)).toEqual([]);
    await hosts.getByRole('button', { name: 'Add this domain cafe.example' }).click();
    await page.getByText('Visits on cafe.example are counted from now on.').waitFor();
    expect(await hosts.textContent()).not.toContain('cafe.example');
    await expect.poll(() => hit({ u: 'https://www.cafe.example/' })).toBeNull();
  });
});

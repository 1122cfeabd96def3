/** Goals as people make, edit and archive them in the settings, and filter by them with a click. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findViolations, phone } from './use-dashboard.ts';
import { useInstallation } from './use-installation.ts';

const owner = { email: 'ada@example.com', password: 'correct horse battery' };
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const minuteMs = 60_000;

describe('goals', () => {
  const installation = useInstallation(async () => ({}));
  let workspaceId: string;
  let websiteId: string;
  let websiteUuid: string;
  let key: string;

  async function cli(words: string[], input = ''): Promise<Record<string, string>> {
    const { code, stdout, stderr } = await installation.cli([...words, '--json'], input);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  async function send(path: string, body: Record<string, unknown>): Promise<void> {
    const answer = await fetch(`${installation.url()}/api/v1/pixel/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ website_id: websiteId, ...body }),
    });
    expect(answer.status).toBe(200);
  }

  beforeAll(async () => {
    workspaceId = (await cli(['workspace', 'create', '--name', 'Acme'])).id as string;
    const words = ['website', 'create', '--workspace', workspaceId, '--domain', 'shop.example'];
    const website = await cli(words);
    websiteId = website.websiteId as string;
    websiteUuid = website.id as string;
    await cli(['user', 'create', '--workspace', workspaceId, '--email', owner.email], owner.password);
    const scopes = ['--scope', 'pixel:write', '--scope', 'pixel:read'];
    key = (await cli(['key', 'create', '--workspace', workspaceId, '--name', 'x', ...scopes])).key as string;
    const ts = Date.now() - 20 * minuteMs;
    for (const visitor of ['v1', 'v2', 'v3']) {
      const visit = { visitor_id: visitor, session_id: visitor };
      await send('events', { ...visit, path: '/', ts });
      if (visitor !== 'v3') await send('events', { ...visit, path: '/order/thanks', ts: ts + 1000 });
    }
    await send('goals', { visitor_id: 'v3', goal_name: 'signup', timestamp: ts + 2000 });
    await vi.waitFor(async () => expect(await countRecords()).toBe(6), { timeout: 20_000 });
  });

  async function countRecords(): Promise<number> {
    const answer = await fetch(
      `${installation.url()}/api/v1/pixel/metrics/events_catalog?website_id=${websiteId}`,
      { headers: { authorization: `Bearer ${key}` } },
    );
    const { data } = (await answer.json()) as { data: { data: { events: string }[] } };
    return data.data.reduce((sum, { events }) => sum + Number(events), 0);
  }

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await installation.open('/sign-in', { reducedMotion: 'reduce', ...options });
    const url = installation.url();
    const answer = await page.request.post(`${url}/app/sign-in`, { data: owner, headers: { origin: url } });
    expect(answer.status()).toBe(200);
    await page.goto(`${url}/w/${workspaceId}${path}`);
    return page;
  }

  /** Unless a test before this one made it. */
  async function ensureGoal(page: Page): Promise<void> {
    const url = installation.url();
    const data = { websiteId: websiteUuid, name: 'Order', type: 'page', match: '/order/*' };
    const options = { data, headers: { origin: url } };
    const answer = await page.request.post(`${url}/app/workspaces/${workspaceId}/goals`, options);
    expect([201, 409]).toContain(answer.status());
    await page.reload();
  }

  const item = (page: Page, text: string) =>
    page.getByRole('list', { name: 'Goals', exact: true }).getByRole('listitem').filter({ hasText: text });

  it('is suggested, made, edited, archived and brought back', async () => {
    const page = await open('/settings/goals');
    await page.getByText('No goals yet').waitFor();
    const suggested = page.getByRole('list', { name: 'Suggested goals' });
    await suggested
      .getByText('1 visitor sent signup. It counts as a conversion, and is not in this list yet.')
      .waitFor();
    await suggested.getByText('2 sessions came to /order/thanks, which is no goal yet.').waitFor();
    expect(await findViolations(page)).toEqual([]);

    await press(page, 'Make it a goal: /order/thanks');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 page with 2 views in the last 30 days.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Path').fill('order');
    await dialog.getByText('No page that was viewed in the last 30 days matches.').waitFor();
    await press(page, 'Make the goal');
    await dialog.getByText('Begins with / and has at most 10 of *').waitFor();
    await dialog.getByLabel('Path').fill('/order/*');
    await dialog.getByLabel('Name').fill('Order');
    await press(page, 'Make the goal');
    await dialog.waitFor({ state: 'detached' });
    await item(page, 'Order').getByText('2 conversions of 2 visitors in 30 days').waitFor();
    await suggested.getByText('/order/thanks').waitFor({ state: 'detached' });

    await press(page, 'Make it a goal: signup');
    await press(page, 'Make the goal');
    await dialog.waitFor({ state: 'detached' });
    await item(page, 'signup').getByText('1 conversion of 1 visitor in 30 days').waitFor();
    await suggested.waitFor({ state: 'detached' });

    await press(page, 'More for Order');
    await press(page, 'Edit');
    await dialog.getByLabel('Path').fill('/');
    await press(page, 'Save the goal');
    await dialog.waitFor({ state: 'detached' });
    await item(page, 'Order').getByText('3 conversions of 3 visitors in 30 days').waitFor();
    await press(page, 'More for Order');
    await press(page, 'Edit');
    await dialog.getByLabel('Path').fill('/order/*');
    await press(page, 'Save the goal');
    await dialog.waitFor({ state: 'detached' });
    await item(page, 'Order').getByText('2 conversions of 2 visitors in 30 days').waitFor();

    await press(page, 'More for Order');
    await press(page, 'Archive');
    await press(page, 'Archive the goal');
    await dialog.waitFor({ state: 'detached' });
    await item(page, 'Order').waitFor({ state: 'detached' });
    await page.getByText('Archived (1)').click();
    await press(page, 'Bring back Order');
    await item(page, 'Order').getByText('2 conversions of 2 visitors in 30 days').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it('filters the page by a click, and a second one takes that back', async () => {
    const page = await open(`/${websiteId}?period=7d`);
    await ensureGoal(page);
    const panel = page.locator('[data-panel="goals"]');
    const goal = panel.getByRole('button', { name: 'Order', exact: true });
    await goal.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('goal_name')).toBe('is:Order');
    await expect.poll(() => goal.getAttribute('aria-pressed')).toBe('true');
    const pages = page.locator('[data-panel="pages"] tbody tr');
    const viewsOf = (path: string) => pages.filter({ hasText: path }).locator('td').first().textContent();
    await expect.poll(() => viewsOf('/order/thanks')).toBe('2');
    await expect.poll(() => pages.first().locator('td').first().textContent()).toBe('2');
    // What is asked for anew is dimmed until it has come.
    await expect.poll(() => page.locator('.is-stale, .skeleton').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await goal.click();
    await expect.poll(() => new URL(page.url()).searchParams.get('goal_name')).toBe(null);
    await expect.poll(() => pages.first().locator('td').first().textContent()).toBe('3');
    await press(page, 'Properties of Order');
    await page.getByRole('dialog', { name: 'Order' }).getByText('/order/thanks').waitFor();
  });

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const, ...phone }],
  ])('fits and reads well in %s', async (_name, options) => {
    const page = await open('/settings/goals', options);
    await ensureGoal(page);
    await item(page, 'Order').waitFor();
    expect(await page.evaluate(overflow)).toBe(0);
    await press(page, 'New goal');
    await page.getByRole('dialog').waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(overflow)).toBe(0);
  });
});

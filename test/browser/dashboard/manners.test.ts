/** What one may expect of any page: keys, light and dark, room for fingers, words where there is nothing. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { untilDrawn } from './deeper.ts';
import { settled, visitors } from './overview-panels.ts';
import { phone, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();
const paperOf = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');

/** A page that asks little: this is the same on all of them. */
const lightest = '/events';

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

it('has shortcuts with a list of them, and light and dark by switch', async () => {
  const page = await dashboard.open(lightest);
  await untilDrawn(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Last 7 days').waitFor();
  await page.keyboard.press('Escape');
  const light = await paperOf(page);
  await page.keyboard.press('t');
  await expect.poll(() => paperOf(page)).not.toBe(light);
  await page.reload();
  await expect.poll(() => paperOf(page)).not.toBe(light);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Same as system' }).click();
  await expect.poll(() => paperOf(page)).toBe(light);
});

it('is dark before its program is there, where the dark was chosen', async () => {
  const page = await dashboard.open(lightest);
  await untilDrawn(page);
  const light = await paperOf(page);
  await page.keyboard.press('t');
  await page.route('**/assets/dashboard-*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await paperOf(page)).not.toBe(light);
});

it('works in a browser that keeps nothing for websites', async () => {
  const page = await dashboard.open(lightest);
  await page.addInitScript(`Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Not here.', 'SecurityError');
    },
  })`);
  await page.reload();
  await untilDrawn(page);
  const light = await paperOf(page);
  await page.keyboard.press('t');
  await expect.poll(() => paperOf(page)).not.toBe(light);
});

it('loads everything that an outage kept away when one thing is tried again', async () => {
  const page = await dashboard.open();
  await settled(page);
  await page.route('**/api/pixel/**', (route) => route.abort());
  await page.reload();
  const alerts = page.getByRole('alert');
  await expect.poll(() => alerts.count()).toBeGreaterThan(5);
  await page.unroute('**/api/pixel/**');
  await alerts.first().getByRole('button', { name: 'Try again' }).click();
  await settled(page);
  expect(await alerts.count()).toBe(0);
});

it.each([
  ['wide and light', {}],
  ['on a phone in the dark', { ...phone, colorScheme: 'dark' }],
] as const)('is accessible and fits, %s', async (_name, options) => {
  const page = await dashboard.open('?country=is:DE', options);
  await settled(page);
  expect(await dashboard.violations(page)).toEqual([]);
  expect(await page.evaluate(overflow)).toBe(0);
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  expect(await dashboard.violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Details of Sources: Channel' }).click();
  await page.getByRole('dialog', { name: 'Sources' }).locator('tbody tr, .row-cards > li').first().waitFor();
  expect(await dashboard.violations(page)).toEqual([]);
});

const focused = (page: Page) => page.locator(':focus');

it('gives the focus back when a dialog closes, and passes it on when a filter goes', async () => {
  const page = await dashboard.open('?period=90d&country=is:DE&device=is:mobile');
  await settled(page);
  const opener = page.getByRole('button', { name: 'Details of Pages: Top' });
  await opener.press('Enter');
  await page.getByRole('dialog', { name: 'Pages' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await focused(page).getAttribute('aria-label')).toBe('Details of Pages: Top');

  await page.getByRole('button', { name: 'Remove the filter: Country is Germany' }).press('Enter');
  await expect.poll(() => page.locator('.filter-chip').count()).toBe(1);
  expect(await focused(page).getAttribute('aria-label')).toBe('Remove the filter: Device is Mobile');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.filter-chip').count()).toBe(0);
  expect(await focused(page).innerText()).toBe('Filter');
});

it('stays within a phone with the longest names', async () => {
  const long = `/${'a-name-that-goes-on-'.repeat(12)}`;
  const page = await dashboard.open(`?page=is:${long}&referrer=contains:${long.slice(1)}`, phone);
  await expect.poll(() => page.locator('.filter-chip').count()).toBe(2);
  expect(await page.evaluate(overflow)).toBe(0);
  expect(await page.locator('.filter-chip-text').first().getAttribute('title')).toBe(`Page is ${long}`);
  const funnel = await dashboard.open(`/funnels?steps=page:/,page:${long}`, phone);
  const name = funnel.locator('.funnel-name').last();
  expect(await name.getAttribute('title')).toBe(long);
  const right = await name.evaluate((element) => element.getBoundingClientRect().right);
  expect(right).toBeLessThan(phone.viewport.width);
  expect(await funnel.evaluate(overflow)).toBe(0);
});

it('has targets for fingers on a phone', async () => {
  const page = await dashboard.open('', phone);
  await settled(page);
  const small = await page
    .locator('.shell-link:visible, .bars button, .toolbar button, .panel-foot button, .figure')
    .evaluateAll((elements) =>
      elements
        .map((element) => ({ height: element.getBoundingClientRect().height, text: element.textContent }))
        .filter(({ height }) => height < 43.5),
    );
  expect(small).toEqual([]);
});

it('says what to do where there is nothing', async () => {
  const page = await dashboard.open('?period=7d&page=is:/nowhere');
  await expect.poll(() => page.getByText('No visits match the filters').count()).toBe(6);
  await expect.poll(() => visitors(page)).toBe('0');
});

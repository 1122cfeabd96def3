/** Two segments side by side: figures, rows and the chart of both, all of it in the address. */
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { attributesOf, days, patience } from './deeper.ts';
import { panelOf, searchOf, settled } from './overview-panels.ts';
import { phone, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();
const { url, key, websiteUuid } = inject('dashboard');
const ofDays = { from_date: days.from, to_date: days.to };
const german = `?from=${days.from}&to=${days.to}&country=is:DE`;

async function saveSegment(name: string, filters: object): Promise<void> {
  const answer = await fetch(`${url}/api/v1/pixel/segments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ website_id: websiteUuid, name, filters }),
  });
  expect(answer.status).toBeLessThan(300);
}

const compareWith = async (page: Page, name: string) => {
  await page.locator('.comparison-button').click();
  await page.getByRole('dialog', { name: 'Compare with' }).getByRole('button', { name, exact: true }).click();
  await page.locator('.comparison-button', { hasText: `Compared with ${name}` }).waitFor();
  await settled(page);
};

it('the figures, rows and details of a second segment stand beside the first', async () => {
  await saveSegment('From France', { country: 'is:FR' });
  const page = await dashboard.open(german);
  await settled(page);
  await compareWith(page, 'From France');
  expect(searchOf(page).get('versus')).toBe('From France');
  expect(searchOf(page).get('vs.country')).toBe('is:FR');

  const [french] = await dashboard.rows('pixel/analytics/devices', { ...ofDays, country: 'FR' });
  const [headline] = await dashboard.ownRows(page, 'pixel/analytics/headline', { ...ofDays, country: 'FR' });
  const figure = page.locator('[data-metric="visitors"] [data-versus]');
  await expect.poll(() => figure.getAttribute('data-versus'), patience).toBe(headline?.visitors);
  const devices = panelOf(page, 'devices');
  await devices.getByRole('columnheader', { name: 'From France' }).waitFor();
  const row = devices.locator('tbody tr', { hasText: new RegExp(String(french?.device), 'i') });
  await expect.poll(() => row.locator('td[data-versus]').getAttribute('data-versus')).toBe(french?.visitors);
  // What one side alone has is there too.
  const countries = panelOf(page, 'countries').locator('tbody tr');
  await expect.poll(() => countries.count(), patience).toBe(2);
  const france = countries.filter({ hasText: 'France' });
  expect(await attributesOf(france.locator('[data-column]'), 'data-exact')).toEqual(['0']);
  expect(await attributesOf(france.locator('td[data-versus]'), 'data-versus')).toEqual([headline?.visitors]);
  await page.locator('.legend-compared', { hasText: 'From France' }).waitFor();

  await panelOf(page, 'countries')
    .getByRole('button', { name: /^Details of Countries/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Countries' });
  await dialog.getByRole('columnheader', { name: 'From France' }).waitFor();
  await dialog.getByRole('row', { name: /^France 0 / }).waitFor();
});

it('is sent along in the address, goes to other pages, and ends with another comparison', async () => {
  const page = await dashboard.open(`${german}&versus=Everyone`, { colorScheme: 'dark' });
  await settled(page);
  const [all] = await dashboard.ownRows(page, 'pixel/analytics/headline', ofDays);
  const figure = page.locator('[data-metric="visitors"] [data-versus]');
  await expect.poll(() => figure.getAttribute('data-versus'), patience).toBe(all?.visitors);
  expect(await dashboard.violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Revenue' }).click();
  const trend = page.getByRole('region', { name: 'Over time' });
  await trend.locator('.legend-compared', { hasText: 'Everyone' }).waitFor();
  expect(searchOf(page).get('versus')).toBe('Everyone');
  await page.locator('.comparison-button').click();
  await page
    .getByRole('dialog', { name: 'Compare with' })
    .getByRole('button', { name: /^Previous period/ })
    .click();
  await trend.locator('.legend-compared', { hasText: 'Previous period' }).waitFor();
  expect(searchOf(page).get('versus')).toBeNull();
});

it('fits on a phone', async () => {
  const long = 'Returning customers from all of Scandinavia';
  const page = await dashboard.open(
    `${german}&versus=${encodeURIComponent(long)}&vs.country=is:SE,NO`,
    phone,
  );
  await settled(page);
  await panelOf(page, 'devices').getByRole('columnheader', { name: long }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  expect(await dashboard.violations(page)).toEqual([]);
});

/** Rows that are known at a glance, and what their numbers are a part of. */
import { expect, it } from 'vitest';
import { daysAgo, panelOf, settled } from './overview-panels.ts';
import { useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();

it('countries have flags, sites a sign of their own or a letter, all without asking anybody', async () => {
  const page = await dashboard.open('?period=90d&tab.sources=referrer');
  await settled(page);
  const flag = (name: string) =>
    panelOf(page, 'countries').locator('tbody tr', { hasText: name }).locator('.mark-flag');
  expect(await flag('Germany').getAttribute('data-flag')).toBe('DE');
  expect(await flag('Germany').locator('rect').count()).toBe(3);
  const tiles = panelOf(page, 'sources').locator('.mark-tile');
  expect(await tiles.count()).toBe(await panelOf(page, 'sources').locator('tbody tr').count());
  const google = panelOf(page, 'sources').locator('tbody tr', { hasText: 'google' }).first();
  expect(await google.locator('.mark-known').getAttribute('data-sign')).toBe('G');
  expect(await dashboard.violations(page)).toEqual([]);
});

it('a row tells its share of all when it is pointed at', async () => {
  const page = await dashboard.open('?period=90d');
  await settled(page);
  const row = panelOf(page, 'countries').locator('tbody tr').first();
  const exact = async (place: string) => Number(await page.locator(place).getAttribute('data-exact'));
  const all = await exact('[data-metric="visitors"] .figure-value');
  const own = Number(await row.locator('[data-column="visitors"]').getAttribute('data-exact'));
  const share = `${((100 * own) / all).toLocaleString('en-US', { maximumFractionDigits: 1 })}% of visitors`;
  await row.hover();
  const cell = `document.querySelector('[data-panel="countries"] tbody tr [data-column="visitors"]')`;
  const shown = await page.evaluate(`getComputedStyle(${cell}, '::before').content`);
  expect(shown).toBe(`"${share}"`);
});

it('pages are shown by views or by visitors', async () => {
  const page = await dashboard.open('?period=90d');
  await settled(page);
  const pages = panelOf(page, 'pages');
  await pages.getByRole('tab', { name: 'By visitors' }).click();
  await pages.getByRole('columnheader', { name: 'Visitors' }).waitFor();
  await settled(page);
  const numbers = (column: string) =>
    pages
      .locator(`[data-column="${column}"]`)
      .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-exact'))));
  const visitors = await numbers('visitors');
  expect(visitors).toEqual([...visitors].sort((one, other) => other - one));
  const views = await numbers('views');
  expect(visitors.every((count, index) => count > 0 && count <= (views[index] ?? 0))).toBe(true);
  await page.reload();
  await pages.getByRole('tab', { name: 'By visitors', selected: true }).waitFor();
});

it('rows and details tell how they changed, and nothing where nothing is compared', async () => {
  const page = await dashboard.open('?period=30d');
  await settled(page);
  const row = panelOf(page, 'countries').locator('tbody tr').first();
  const change = row.locator('.bars-change');
  await change.waitFor();
  const code = 'DE';
  const days = (first: number, last: number) => ({ from_date: daysAgo(first), to_date: daysAgo(last) });
  const [german] = (await dashboard.rows('pixel/analytics/countries', days(60, 31))).filter(
    ({ country }) => country === code,
  );
  const past = await dashboard.open(`?from=${daysAgo(30)}&to=${daysAgo(1)}`);
  await settled(past);
  const line = panelOf(past, 'countries').locator('tbody tr', { hasText: 'Germany' });
  const now = Number(await line.locator('[data-column="visitors"]').getAttribute('data-exact'));
  const ratio = Math.abs(now - Number(german?.visitors)) / Number(german?.visitors);
  const written = ratio.toLocaleString('en-US', {
    style: 'percent',
    maximumFractionDigits: ratio >= 1 ? 0 : 1,
  });
  await expect.poll(() => line.locator('.bars-change').innerText()).toContain(written);
  await panelOf(past, 'countries')
    .getByRole('button', { name: /^Details of Countries/ })
    .click();
  const dialog = past.getByRole('dialog', { name: 'Countries' });
  await dialog.getByRole('columnheader', { name: 'Change' }).waitFor();
  await dialog
    .getByRole('row', { name: /Germany/ })
    .getByText(written)
    .waitFor();
  expect(await dashboard.violations(past)).toEqual([]);

  const alone = await dashboard.open('?period=30d&compare=none');
  await settled(alone);
  expect(await alone.locator('.bars-change').count()).toBe(0);
});

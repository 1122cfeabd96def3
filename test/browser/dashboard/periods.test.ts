/** Periods end today, what is not over is marked, and a phone tells as much as a desk. */
import { expect, it } from 'vitest';
import { daysAgo, panelOf, searchOf, settled } from './overview-panels.ts';
import { phone, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();

it('a period does not go into the future, and the arrows stop there', async () => {
  const page = await dashboard.open(`?from=${daysAgo(2)}&to=${daysAgo(-5)}`);
  await settled(page);
  const asked = page.waitForRequest('**/pixel/analytics/headline?*');
  await page.reload();
  expect(new URL((await asked).url()).searchParams.get('to_date')).toBe(daysAgo(0));
  expect(await page.getByRole('button', { name: 'Next period' }).isDisabled()).toBe(true);

  const now = new Date();
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1));
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const lastMonth = { from: day(month(-1)), to: day(new Date(month(0).getTime() - 86_400_000)) };
  const months = await dashboard.open(`?from=${lastMonth.from}&to=${lastMonth.to}`);
  const next = months.getByRole('button', { name: 'Next period' });
  const request = months.waitForRequest((each) => each.url().includes(`from_date=${day(month(0))}`));
  await next.click();
  expect(new URL((await request).url()).searchParams.get('to_date')).toBe(daysAgo(0));
  await expect.poll(() => next.isDisabled()).toBe(true);
  await months.getByRole('button', { name: 'Previous period', exact: true }).click();
  await expect.poll(() => searchOf(months).get('from')).toBe(lastMonth.from);
  expect(searchOf(months).get('to')).toBe(lastMonth.to);
});

it('a tap on a phone tells what a chart and the details hold, and nothing is cut off', async () => {
  const page = await dashboard.open('?period=30d', phone);
  await settled(page);
  const chart = page.getByRole('slider');
  await chart.scrollIntoViewIfNeeded();
  await chart.tap();
  await page.locator('.series-tip').waitFor();
  // Wider than the screen, it would widen the page until the next tap closes it, which then hits something else.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.viewport.width);
  await page.getByRole('button', { name: 'Details of Pages: Top' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  const row = dialog.getByRole('listitem').filter({ hasText: '/shop' }).first();
  await row.locator('summary').tap();
  await row.getByText('Time on page').waitFor();
  const sides = await dialog
    .locator('*')
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
  expect(Math.max(...sides)).toBeLessThanOrEqual(phone.viewport.width);
  expect(await dashboard.violations(page)).toEqual([]);
});

it('cohorts whose time is not over are marked, and so is a first one that is cut', async () => {
  const page = await dashboard.open(`/retention?from=${daysAgo(24)}&to=${daysAgo(0)}`);
  const rows = page.locator('[data-cohort]');
  await rows.first().waitFor();
  const weekday = (new Date().getUTCDay() + 6) % 7;
  for (const row of await rows.all()) {
    const cells = await row.locator('td:not(.cohorts-size)').all();
    const texts = await Promise.all(cells.map((cell) => cell.innerText()));
    expect(texts.at(-1)).toContain('so far');
    for (const text of texts.slice(0, -1)) expect(text).not.toContain('so far');
  }
  // The week of the first day begins on its Monday, but for the one day on which that is the first day.
  const isCut = (weekday - 24 + 28) % 7 !== 0;
  expect(await rows.first().locator('th').innerText()).toMatch(isCut ? /from / : /^\S/);
  await page.getByText('Days of UTC').waitFor();
  expect(await dashboard.violations(page)).toEqual([]);
});

it('exit pages show how many of those who saw a page left there', async () => {
  const page = await dashboard.open('?period=90d&tab.pages=exit');
  await settled(page);
  await panelOf(page, 'pages').getByRole('columnheader', { name: 'Exit rate' }).waitFor();
  const rates = await panelOf(page, 'pages')
    .locator('[data-column="exit_rate"]')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-exact'))));
  expect(rates.every((rate) => rate > 0 && rate <= 100)).toBe(true);
  expect(new Set(rates).size).toBeGreaterThan(1);
});

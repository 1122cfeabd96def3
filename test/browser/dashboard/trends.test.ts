/** Revenue, AI traffic and funnels over time, beside what they are compared with. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { at, attributesOf, days, patience, texts } from './deeper.ts';
import { phone, type Query, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();
const dayMs = 86_400_000;

/** As many days right before. */
const before = (() => {
  const length = (Date.parse(days.to) - Date.parse(days.from)) / dayMs + 1;
  const earlier = (day: string) => new Date(Date.parse(day) - length * dayMs).toISOString().slice(0, 10);
  return { from: earlier(days.from), to: earlier(days.to) };
})();

const trendOf = (page: Page) => page.getByRole('region', { name: 'Over time' });

const steps = 'page:/,page:/shop';

const trends: Record<string, { path: string; column: string; report: string; query: Query }> = {
  revenue: {
    path: at('/revenue'),
    column: 'value',
    report: 'pixel/analytics/revenue-series',
    query: {},
  },
  'AI traffic': { path: at('/ai'), column: 'visitors', report: 'pixel/analytics/ai-series', query: {} },
  funnels: {
    path: at('/funnels', `&steps=${steps}`),
    column: 'visitors',
    report: 'pixel/analytics/funnel-series',
    query: { steps, window_hours: '168' },
  },
};

it.each(Object.entries(trends))('%s: the days, and those before', async (_name, trend) => {
  const page = await dashboard.open(trend.path);
  const place = trendOf(page);
  await place.getByText('Show as a table').click();
  const values = async ({ from, to }: typeof days) => {
    const query = { ...trend.query, from_date: from, to_date: to, granularity: 'day' };
    const rows = await dashboard.ownRows(page, trend.report, query);
    return texts(rows.map((row) => row[trend.column]));
  };
  const [now, earlier] = [await values(days), await values(before)];
  expect(now.some((value) => Number(value) > 0)).toBe(true);
  await expect.poll(() => attributesOf(place.locator('[data-exact]'), 'data-exact'), patience).toEqual(now);
  await expect
    .poll(() => attributesOf(place.locator('[data-compared]'), 'data-compared'), patience)
    .toEqual(earlier);
  await place.locator('.time-compared').waitFor({ state: 'attached' });
});

it('a tap tells the values of a day, keys too, and nothing is compared where nothing is to be', async () => {
  const page = await dashboard.open(at('/revenue', '&compare=none'), { ...phone, colorScheme: 'dark' });
  const place = trendOf(page);
  const chart = place.getByRole('slider', { name: /^Revenue over time/ });
  await place.locator('.time-line').first().waitFor({ state: 'attached' });
  await chart.tap();
  await place.locator('.time-tip').waitFor();
  expect(await place.locator('.time-compared, .legend-compared').count()).toBe(0);
  await chart.press('Home');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: \D*\d/);
  expect(await dashboard.violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, attributesOf, checkProperties, days, exactIn, patience, texts, untilDrawn } from './deeper.ts';
import { type Query, type Row, useDashboard } from './use-dashboard.ts';

const sum = (rows: readonly Row[], name: string): number =>
  Math.round(rows.reduce((total, row) => total + Number(row[name]), 0) * 1e6) / 1e6;

describe('the deeper views say what the API says', () => {
  const dashboard = useDashboard();

  /** The first days of the lines; then of each line how many people, and the rates. */
  const readGrid = async (page: Page) => [
    await attributesOf(page.locator('tr[data-cohort]'), 'data-cohort'),
    await exactIn(page.locator('.cohorts')),
  ];

  async function expectedGrid(query: Query): Promise<string[][]> {
    const rows = await dashboard.rows('pixel/metrics/retention_cohorts', {
      ...days,
      limit: '1000',
      ...query,
    });
    const cohorts = [...new Set(rows.map(({ cohort }) => String(cohort)))];
    const numbers = cohorts.flatMap((cohort) => {
      const cells = rows.filter((row) => row.cohort === cohort);
      return texts([cells[0]?.cohort_size, ...cells.map((cell) => cell.retention_rate)]);
    });
    return [cohorts, numbers];
  }

  it('retention by week, and by day after a switch', async () => {
    const page = await dashboard.open(at('/retention'));
    const weeks = await expectedGrid({ granularity: 'week' });
    expect(weeks[0]?.length).toBeGreaterThan(4);
    await expect.poll(() => readGrid(page), patience).toEqual(weeks);
    await page.getByRole('tab', { name: 'Days' }).click();
    await expect.poll(() => readGrid(page), patience).toEqual(await expectedGrid({ granularity: 'day' }));
    expect(page.url()).toContain('cohorts=day');
  });

  it('revenue by each model, with totals and channels', async () => {
    const page = await dashboard.open(at('/revenue'));
    const table = page.getByRole('region', { name: 'Revenue by source and campaign' });
    const models = { last_non_direct: 'Last non-direct', first: 'First', last: 'Last', linear: 'Linear' };
    for (const [model, label] of Object.entries(models)) {
      await page.getByRole('tab', { name: label, exact: true }).click();
      const rows = await dashboard.rows('pixel/metrics/attributed_revenue', {
        ...days,
        model,
        limit: '1000',
      });
      const numbers = rows.flatMap((row) => [
        row.revenue,
        row.revenue_new,
        row.revenue_renewal,
        row.revenue_refund,
        row.payments,
        row.visitors,
        row.revenue_per_visitor,
      ]);
      expect(rows.length).toBeGreaterThan(2);
      await expect.poll(() => exactIn(table), patience).toEqual(texts(numbers));
      const totals = ['revenue', 'revenue_new', 'revenue_renewal', 'revenue_refund'];
      const figures = page.locator('[data-sum]');
      const shown = await attributesOf(figures, 'data-exact');
      expect(shown).toEqual(totals.map((name) => String(sum(rows, name))));
      expect(await page.locator('[data-channel]').count()).toBe(
        new Set(rows.map(({ channel }) => channel)).size,
      );
    }
  });

  it('AI traffic: people who were sent, and what was fetched', async () => {
    const page = await dashboard.open(at('/ai'));
    await untilDrawn(page);
    const credited = { ...days, limit: '1000', model: 'last_non_direct' };
    const rows = await dashboard.ownRows(page, 'pixel/metrics/ai_traffic', credited);
    expect(rows.length).toBeGreaterThan(0);
    const way = page.getByRole('region', { name: 'From crawl to revenue' });
    expect(await exactIn(way)).toEqual(
      texts(rows.flatMap((row) => [row.crawls, row.referrals, row.visitors, row.conversions, row.revenue])),
    );
    for (const row of rows.filter(({ crawls }) => Number(crawls) > 0)) {
      const line = page.locator(`[data-operator="${row.operator}"]`);
      expect(await exactIn(line)).toEqual([row.crawls]);
    }
    const fetched = page.locator('[data-sum="Pages fetched"]');
    expect(await fetched.getAttribute('data-exact')).toBe(String(sum(rows, 'crawls')));
  });

  it('the catalogue of events, and the properties of each', async () => {
    const page = await dashboard.open(at('/events'));
    await untilDrawn(page);
    const rows = await dashboard.rows('pixel/metrics/events_catalog', { ...days, limit: '1000' });
    const numbers = (shown: readonly Row[]) =>
      texts(shown.flatMap(({ events, visitors }) => [events, visitors]));
    const isCaptured = ({ type }: Row) => type === 'automatic';
    const sent = page.getByRole('region', { name: 'Events by name' });
    expect(await exactIn(sent)).toEqual(numbers(rows.filter((row) => !isCaptured(row))));
    const event = rows.find(({ type, properties }) => type === 'goal' && (properties as string[]).length > 0);
    await page.locator(`button[data-event="${event?.name}"]`).click();
    const dialog = page.getByRole('dialog', { name: String(event?.name) });
    const properties = await dashboard.ownRows(page, `pixel/goals/${event?.name}/metadata`, {
      from_date: days.from,
      to_date: days.to,
      limit: '1000',
    });
    await checkProperties(dialog, properties);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('tracking health, in the words of the server', async () => {
    const page = await dashboard.open(at('/health'));
    await untilDrawn(page);
    const rows = await dashboard.rows('pixel/metrics/tracking_health', days);
    for (const { check, status, value, reason } of rows) {
      const line = page.locator(`[data-check="${check}"]`);
      expect(await line.getAttribute('data-status')).toBe(status);
      expect(await exactIn(line)).toEqual([value]);
      if (reason) expect(await line.textContent()).toContain(reason);
    }
    expect(await page.getByRole('status').allTextContents()).toContain(
      'Everything is in order: visits arrive and are counted.',
    );
  });

  it('narrows every view by the filters of the address', async () => {
    const page = await dashboard.open(at('/sessions', '&country=is:DE'));
    await untilDrawn(page);
    const rows = await dashboard.rows('pixel/metrics/sessions', { ...days, country: 'is:DE', limit: '50' });
    expect(rows.length).toBeGreaterThan(0);
    const shown = page.locator('[data-session]');
    expect(await attributesOf(shown, 'data-session')).toEqual(rows.map(({ session_id }) => session_id));
    await page.getByRole('link', { name: 'Retention' }).click();
    await untilDrawn(page);
    expect(page.url()).toContain('country=is:DE');
    await expect
      .poll(() => readGrid(page), patience)
      .toEqual(await expectedGrid({ country: 'is:DE', granularity: 'week' }));
  });
});

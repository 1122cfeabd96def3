/** Every number on the overview is the API's for the same question. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { checkProperties } from './deeper.ts';
import { type Query, type Row, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();
const dayMs = 86_400_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
// What the demo recorded ends when it was made, and a midnight may lie between two questions: days that are over.
const last = dayOf(Date.now() - dayMs);
const first = dayOf(Date.now() - 7 * dayMs);
const week = `?from=${first}&to=${last}`;
const rest: Query = { from_date: first, to_date: last };
const named: Query = { from: first, to: last };
const mostShown = 8;

type Tab = {
  panel: string;
  tab?: string;
  path: string;
  query: Query;
  textOf: (row: Row) => unknown;
  columns: readonly string[];
};

const region = new Intl.DisplayNames('en-US', { type: 'region' });
const language = new Intl.DisplayNames('en-US', { type: 'language' });
const devices: Row = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', unknown: 'Unknown' };
const source = (tab: string, mode: string): Tab => ({
  panel: 'sources',
  tab,
  path: 'pixel/analytics/referrers',
  query: { ...rest, mode },
  textOf: (row) => (row.value === '(direct)' ? 'No referring site' : row.value),
  columns: ['visitors', 'revenue'],
});
const technology = (tab: string, path: string, column: string): Tab => ({
  panel: 'devices',
  tab,
  path: `pixel/analytics/${path}`,
  query: rest,
  textOf: (row) => row[column],
  columns: ['visitors', 'revenue'],
});

const tabs: readonly Tab[] = [
  {
    panel: 'pages',
    tab: 'Top',
    path: 'pixel/analytics/pages',
    query: rest,
    textOf: (row) => row.path,
    columns: ['views', 'avg_time_seconds'],
  },
  source('Channel', 'channel'),
  source('Referrer', 'referrer'),
  source('UTM source', 'utm_source'),
  source('Campaign', 'utm_campaign'),
  source('Keyword', 'keyword'),
  {
    panel: 'sources',
    tab: 'Referring site',
    path: 'pixel/analytics/hostnames',
    query: rest,
    textOf: (row) => row.hostname,
    columns: ['visitors', 'revenue'],
  },
  {
    panel: 'countries',
    tab: 'Countries',
    path: 'pixel/analytics/countries',
    query: rest,
    textOf: (row) => region.of(String(row.country)),
    columns: ['visitors', 'revenue'],
  },
  {
    panel: 'countries',
    tab: 'Languages',
    path: 'pixel/metrics/languages',
    query: named,
    textOf: (row) => language.of(String(row.language)),
    columns: ['visitors', 'revenue'],
  },
  { ...technology('Device', 'devices', 'device'), textOf: (row) => devices[String(row.device)] },
  technology('Browser', 'browsers', 'browser'),
  technology('System', 'operating-systems', 'os'),
  {
    panel: 'goals',
    path: 'pixel/metrics/goal_conversions',
    query: named,
    textOf: (row) => row.goal_name,
    columns: ['conversions', 'conversion_rate'],
  },
  {
    panel: 'revenue',
    path: 'pixel/metrics/attributed_revenue',
    query: named,
    textOf: (row) => (row.source === '(direct)' ? 'Direct' : row.source),
    columns: ['revenue', 'payments'],
  },
];

const panelOf = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`);

type Shown = { text: string; numbers: string[]; written: string[] };

/** Of a panel that has answered its present question. */
async function readRows(panel: Locator): Promise<Shown[]> {
  await panel.locator('.bars').waitFor();
  await expect.poll(() => panel.locator('.is-stale').count()).toBe(0);
  const rows = await panel.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => ({
      text: await row.locator('.bars-text').innerText(),
      numbers: await row.locator('td').evaluateAll((cells) => cells.map((cell) => cell.dataset.exact ?? '')),
      written: await row.locator('td').allInnerTexts(),
    })),
  );
}

describe('panels', () => {
  it('show what the API answers, in every tab', async () => {
    const page = await dashboard.open(week);
    for (const { panel: name, tab, path, query, textOf, columns } of tabs) {
      const panel = panelOf(page, name);
      if (tab) await panel.getByRole('tab', { name: tab, exact: true }).click();
      const told = await dashboard.rows(path, query);
      // The API credits the last visit, the dashboard by the model that it names.
      const credited = await dashboard.ownRows(page, path, { ...query, model: 'last_non_direct' });
      const without = (rows: readonly Row[]) => rows.map(({ revenue: _, ...row }) => row);
      expect(without(credited)).toEqual(expect.arrayContaining(without(told)));
      const answered = credited.slice(0, mostShown);
      expect(answered.length, name).toBeGreaterThan(0);
      const wanted = answered.map((row) => ({
        text: textOf(row),
        numbers: columns.map((column) => String(row[column])),
      }));
      await expect
        .poll(async () => (await readRows(panel)).map(({ text, numbers }) => ({ text, numbers })), {
          message: `${name} ${tab}`,
        })
        .toEqual(wanted);
    }
  });

  it('open what came with a goal, of the same days and visits as the panel', async () => {
    const days = { from: dayOf(Date.now() - 60 * dayMs), to: dayOf(Date.now() - 20 * dayMs) };
    const page = await dashboard.open(`?from=${days.from}&to=${days.to}&country=is:DE`);
    const panel = panelOf(page, 'goals');
    const query = { from_date: days.from, to_date: days.to, limit: '1000', country: 'is:DE' };
    const pathOf = (goal: string) => `pixel/goals/${goal}/metadata`;
    const shown = (await readRows(panel)).map(({ text }) => text);
    const told = await Promise.all(shown.map((goal) => dashboard.ownRows(page, pathOf(goal), query)));
    const place = told.findIndex((rows) => rows.length > 0);
    const goal = String(shown[place]);
    await panel.getByRole('button', { name: `Properties of ${goal}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: goal });
    await checkProperties(dialog, told[place] ?? []);
    const all = await dashboard.rows(pathOf(goal), { from_date: days.from, limit: '1000' });
    const conversions = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row.conversions), 0);
    expect(conversions(told[place] ?? [])).toBeLessThan(conversions(all));
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('write numbers as people do', async () => {
    const page = await dashboard.open('?period=90d');
    const [top] = await readRows(panelOf(page, 'pages'));
    expect(Number(top?.numbers[0])).toBeGreaterThan(999);
    expect(top?.written[0]).toBe(Number(top?.numbers[0]).toLocaleString('en-US'));
  });

  it('know where sessions began and ended as the list of sessions does', async () => {
    const sessions = await dashboard.rows('pixel/metrics/sessions', { ...named, limit: '1000' });
    expect(sessions.length).toBeLessThan(1000);
    const page = await dashboard.open(week);
    const panel = panelOf(page, 'pages');
    for (const [tab, column] of [
      ['Entry', 'entry_page'],
      ['Exit', 'exit_page'],
    ] as const) {
      const counted = new Map<unknown, number>();
      for (const { [column]: path } of sessions) {
        if (path !== null) counted.set(path, (counted.get(path) ?? 0) + 1);
      }
      const wanted = [...counted]
        .sort(
          ([one, count], [other, otherCount]) => otherCount - count || (String(one) < String(other) ? -1 : 1),
        )
        .slice(0, mostShown)
        .map(([path, count]) => [path, String(count)]);
      await panel.getByRole('tab', { name: tab, exact: true }).click();
      await expect
        .poll(async () => (await readRows(panel)).map(({ text, numbers }) => [text, numbers[0]]))
        .toEqual(wanted);
    }
  });
});

const metrics = [
  'visitors',
  'sessions',
  'pageviews',
  'bounce_rate',
  'session_time',
  'conversions',
  'conversion_rate',
  'revenue',
];

/** The metric of one day, as the time series tells it. */
async function oneDay(metric: string, day: string, tz: string): Promise<number> {
  const query = { metric, granularity: 'day', from: day, to: day, tz };
  const [row] = await dashboard.rows('pixel/metrics/metric_series', query);
  return Number(row?.value);
}

const isRate = (metric: string) => metric.endsWith('_rate');

/** In percent, and in points where it is a rate; NaN while the figure has none. */
async function readChange(figure: Locator): Promise<number> {
  const change = await figure.locator('.figure-change').innerText();
  return parseFloat(change.match(/[\d.]+/)?.[0] ?? '');
}

describe('headline figures', () => {
  it.each(['UTC', 'Pacific/Auckland'])('are those of the day in %s, and of the day before', async (tz) => {
    const before = dayOf(Date.parse(last) - dayMs);
    const page = await dashboard.open(`?from=${last}&to=${last}&tz=${tz}`);
    for (const metric of metrics) {
      const figure = page.locator(`[data-metric="${metric}"]`);
      const value = figure.locator('.figure-value');
      await value.and(page.locator('[data-exact]')).waitFor();
      const [now, earlier] = await Promise.all([oneDay(metric, last, tz), oneDay(metric, before, tz)]);
      expect(Number(await value.getAttribute('data-exact')), metric).toBe(now);
      const wanted = isRate(metric) ? Math.abs(now - earlier) : Math.abs((100 * (now - earlier)) / earlier);
      // The day before is asked for by itself, and may be answered later.
      if (earlier !== 0 && wanted < 100) {
        await expect.poll(() => readChange(figure), { message: metric }).toBeCloseTo(wanted, 0);
        const words = await figure.locator('.figure-change').innerText();
        expect(words).toMatch(isRate(metric) ? / points?$/ : /%$/);
      }
    }
  });
});

/** The table that stands for the chart, without its heading: when, and the numbers. */
async function readSeries(page: Page): Promise<string[][]> {
  const table = page.locator('.series-table');
  await table.waitFor();
  if ((await table.getAttribute('open')) === null) await table.locator('summary').click();
  await expect.poll(() => page.locator('.series .is-stale').count()).toBe(0);
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
}

const count = (row: Row) => Number(row.value).toLocaleString('en-US');

describe('the chart', () => {
  it.each(['UTC', 'America/New_York'])('has the series of %s and what it is compared with', async (tz) => {
    const series = { metric: 'pageviews', granularity: 'day', tz };
    const compared = { from: dayOf(Date.parse(first) - 7 * dayMs), to: dayOf(Date.parse(first) - dayMs) };
    const now = await dashboard.rows('pixel/metrics/metric_series', { ...series, ...named });
    const before = await dashboard.rows('pixel/metrics/metric_series', { ...series, ...compared });
    const page = await dashboard.open(`${week}&metric=pageviews&tz=${tz}`);
    await expect
      .poll(async () => (await readSeries(page)).map(([, ...numbers]) => numbers))
      .toEqual(now.map((row, index) => [count(row), count(before[index] ?? {})]));
    const weekday = new Intl.DateTimeFormat('en-US', { timeZone: tz, dateStyle: 'full' });
    const [[when = ''] = []] = await readSeries(page);
    expect(when).toBe(weekday.format(Date.parse(String(now[0]?.ts))));
  });

  it('compares with the year before, or with nothing', async () => {
    const year = {
      from: `${Number(first.slice(0, 4)) - 1}${first.slice(4)}`,
      to: `${Number(last.slice(0, 4)) - 1}${last.slice(4)}`,
    };
    const before = await dashboard.rows('pixel/metrics/metric_series', { metric: 'visitors', ...year });
    const page = await dashboard.open(`${week}&compare=year`);
    await expect
      .poll(async () => (await readSeries(page)).map((cells) => cells[2]))
      .toEqual(before.map(count));
    await page.keyboard.press('x');
    await expect.poll(async () => (await readSeries(page))[0]?.length).toBe(2);
  });

  it('splits revenue', async () => {
    const query = { metric: 'revenue', granularity: 'day', ...named };
    const rows = await dashboard.rows('pixel/metrics/metric_series', query);
    const page = await dashboard.open(`${week}&compare=none&by=day`);
    await page.locator('[data-metric="revenue"]').click();
    const shown = rows.map((row) =>
      [row.value, row.revenue_new, row.revenue_renewal, row.revenue_refund].map((each) => Number(each)),
    );
    await expect
      .poll(async () =>
        (await readSeries(page)).map(([, ...cells]) =>
          cells.map((cell) => Number(cell.replace(/[^\d.-]/g, ''))),
        ),
      )
      .toEqual(shown);
    expect((await readSeries(page))[0]?.[1]).toMatch(/^\D+[\d,]+\.\d\d$/);
  });
});

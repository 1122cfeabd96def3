import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { chip, daysAgo, holdBack, panelOf, searchOf, settled, visitors } from './overview-panels.ts';
import { useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();

const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now());

const texts = async (page: Page) => {
  await settled(page);
  return page.locator('.overview').innerText();
};

describe('segments', () => {
  it('are saved, applied in another browser, renamed and deleted', async () => {
    const { websiteUuid } = inject('dashboard');
    const page = await dashboard.open('?period=90d&device=is:mobile&country=is_not:US');
    await settled(page);
    await page.getByRole('button', { name: 'Segments' }).click();
    await page.getByRole('button', { name: 'Save these filters as a segment' }).click();
    await page.getByRole('dialog', { name: 'Save segment' }).getByLabel('Name').fill('Phones abroad');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Phones abroad' }).waitFor();
    const answer = await dashboard.fetchApi('pixel/segments', { website_id: websiteUuid });
    const { data } = (await answer.json()) as { data: { name: string }[] };
    // Other tests keep segments of their own.
    expect(data.filter(({ name }) => name === 'Phones abroad')).toMatchObject([
      { name: 'Phones abroad', filters: { device: 'is:mobile', country: 'is_not:US' } },
    ]);
    const narrowed = await visitors(page);

    const other = await dashboard.open('?period=90d');
    await settled(other);
    await other.getByRole('button', { name: 'Segments' }).click();
    await other.getByRole('button', { name: 'Phones abroad', exact: true }).click();
    await chip(other, 'Country is not United States').waitFor();
    await expect.poll(() => visitors(other)).toBe(narrowed);

    await other.getByRole('button', { name: 'Phones abroad' }).click();
    await other.getByRole('button', { name: 'Rename Phones abroad' }).click();
    await other.getByRole('dialog').getByLabel('Name').fill('Elsewhere');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await other.getByRole('button', { name: 'Elsewhere' }).click();
    await other.getByRole('button', { name: 'Delete Elsewhere' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await other.getByRole('button', { name: 'Segments' }).waitFor();
    expect(await chip(other, 'Device is Mobile').count()).toBe(1);
  });
});

describe('the address', () => {
  it('shows the same view in a fresh browser', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    await page.locator('[data-metric="pageviews"]').click();
    await page.getByRole('tab', { name: 'Weeks' }).click();
    await panelOf(page, 'pages').getByRole('tab', { name: 'Exit' }).click();
    await panelOf(page, 'countries').getByRole('button', { name: 'Germany' }).click();
    await page.getByRole('button', { name: /Compared with previous period/ }).click();
    await page.getByRole('button', { name: /^Previous year/ }).click();
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.keyboard.press('Escape');
    const { search } = new URL(page.url());
    expect(Object.fromEntries(searchOf(page))).toEqual({
      period: '90d',
      metric: 'pageviews',
      by: 'week',
      'tab.pages': 'exit',
      country: 'is:DE',
      compare: 'year',
      tz: 'Asia/Tokyo',
    });
    const shown = await texts(page);
    const other = await dashboard.open(search);
    expect(await texts(other)).toBe(shown);
  });

  it('keeps what a filter says letter for letter, also past the sign-in', async () => {
    const { workspaceId, websiteId, signIn } = inject('dashboard');
    const path = '/50%25 off & free+1';
    const search = new URLSearchParams({ period: '90d', page: `is:${path}` });
    const page = await dashboard.openSignedOut(`/w/${workspaceId}/${websiteId}?${search}`);
    await page.getByLabel('Email').fill(signIn.email);
    await page.getByLabel('Password', { exact: true }).fill(signIn.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await chip(page, `Page is ${path}`).waitFor();
    expect(searchOf(page).get('page')).toBe(`is:${path}`);
  });
});

const changeOf = async (page: Page) => {
  const change = page.locator('[data-metric="visitors"] .figure-change > span');
  return { text: await change.innerText(), title: await change.getAttribute('title') };
};

describe('days', () => {
  it('are chosen from presets, a calendar, keys and by dragging over the chart', async () => {
    const page = await dashboard.open('?compare=none');
    await settled(page);
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('button', { name: 'Last month', exact: true }).click();
    expect(searchOf(page).get('period')).toBe('last-month');

    await page.getByRole('button', { name: 'Last month' }).click();
    const days = page.locator('.calendar td button:not([disabled])');
    const from = await days.nth(2).getAttribute('data-day');
    const to = await days.nth(9).getAttribute('data-day');
    await days.nth(9).click();
    await days.nth(2).click();
    expect([searchOf(page).get('from'), searchOf(page).get('to')]).toEqual([from, to]);

    await page.keyboard.press('w');
    await expect.poll(() => searchOf(page).get('period')).toBe('7d');
    await settled(page);
    const chart = page.getByRole('slider');
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart has no place.');
    const step = (box.width - 54) / 7;
    const xOf = (index: number) => box.x + 46 + step * (index + 0.5);
    await page.mouse.move(xOf(1), box.y + 100);
    await page.mouse.down();
    await page.mouse.move(xOf(3), box.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => searchOf(page).get('from')).toBe(daysAgo(5));
    expect(searchOf(page).get('to')).toBe(daysAgo(3));
  });

  it('lead no further than today, and those to come are named as such', async () => {
    const page = await dashboard.open('?period=yesterday');
    const next = page.getByRole('button', { name: 'Next period' });
    await next.click();
    await expect.poll(() => searchOf(page).get('from')).toBe(daysAgo(0));
    expect(await next.isDisabled()).toBe(true);
    await page.keyboard.press(']');
    expect(searchOf(page).get('from')).toBe(daysAgo(0));

    const future = await dashboard.open(`?from=${daysAgo(-3)}&to=${daysAgo(-4)}`);
    await future.getByText('These days are still to come').waitFor();
  });

  it.each(['UTC', 'Pacific/Auckland'])(
    'that go on in %s are compared with days that end at the same time of day',
    async (tz) => {
      const dayIn = (daysBefore: number) =>
        new Date(Date.parse(todayIn(tz)) - daysBefore * 86_400_000).toISOString().slice(0, 10);
      const lengths = { today: 1, '30d': 30 };
      for (const [period, length] of Object.entries(lengths)) {
        const page = await dashboard.open(`?period=${period}&tz=${tz}`);
        await expect.poll(() => changeOf(page).then(({ title }) => title)).toMatch(/^Until/);
        const { text, title } = await changeOf(page);
        const until = /\d\d:\d\d/.exec(title ?? '')?.[0] as string;
        const visitorsOf = async (from: string, to: string) => {
          const query = { from_date: from, to_date: to, tz, until };
          return Number((await dashboard.ownRows(page, 'pixel/analytics/headline', query))[0]?.visitors);
        };
        const now = await visitorsOf(dayIn(length - 1), dayIn(0));
        const before = await visitorsOf(dayIn(2 * length - 1), dayIn(length));
        const write = (value: number) => value.toLocaleString('en-US');
        expect(title).toBe(`Until ${until}: ${write(now)}; before, until the same time: ${write(before)}`);
        const part = Math.abs((now - before) / before);
        if (before > 0 && part > 0.001 && part < 1)
          expect(Number(text.match(/[\d.]+/)?.[0])).toBeCloseTo(100 * part, 0);
      }
    },
  );

  it('are drawn whole: today has all its hours, those to come without a value', async () => {
    const earliest = new Date().getUTCHours();
    const page = await dashboard.open('?period=today&metric=pageviews');
    const chart = page.getByRole('slider');
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('23');
    const drawn = Number(await chart.getAttribute('aria-valuenow'));
    expect([earliest, new Date().getUTCHours()]).toContain(drawn);
    await chart.focus();
    await page.keyboard.press('End');
    // What it is compared with may come later.
    if (drawn < 23)
      await expect.poll(() => chart.getAttribute('aria-valuetext')).toContain('still to come; before, ');
  });

  it('are told by the chart to those who use the keyboard', async () => {
    const page = await dashboard.open('?period=7d&compare=none&metric=pageviews');
    await settled(page);
    const chart = page.getByRole('slider');
    await chart.focus();
    await page.keyboard.press('Home');
    const rows = await dashboard.rows('pixel/metrics/metric_series', {
      metric: 'pageviews',
      from: daysAgo(6),
      to: daysAgo(0),
    });
    const wanted = Number(rows[0]?.value).toLocaleString('en-US');
    expect(await chart.getAttribute('aria-valuetext')).toMatch(new RegExp(`: ${wanted}$`));
    expect(await page.locator('.time-tip').innerText()).toContain(wanted);
    await page.keyboard.press('ArrowRight');
    expect(await chart.getAttribute('aria-valuenow')).toBe('1');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => searchOf(page).get('from')).toBe(daysAgo(5));
    expect(searchOf(page).get('to')).toBe(daysAgo(4));
  });
});

describe('tabs', () => {
  it('show nothing of the tab before while they wait', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    const answer = await holdBack(page, '**/referrers?*mode=keyword*');
    const sources = panelOf(page, 'sources');
    await sources.getByRole('tab', { name: 'Keyword' }).click();
    await sources.getByRole('status', { name: 'Loading' }).waitFor();
    expect(await sources.locator('.bars').count()).toBe(0);
    answer();
    await sources.locator('.bars').waitFor();
  });
});

describe('details', () => {
  it('have all rows, search, sorting, and the same as CSV', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    await page.getByRole('button', { name: 'Details of Pages: Top' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pages' });
    const days = { from_date: daysAgo(89), to_date: daysAgo(0), limit: '1000' };
    const wanted = await dashboard.rows('pixel/analytics/pages', days);
    const paths = () => dialog.locator('tbody td:first-child').allInnerTexts();
    await expect.poll(paths).toEqual(wanted.map(({ path }) => path));
    await dialog.getByRole('button', { name: 'Time on page' }).click();
    const byTime = [...wanted].sort(
      (one, other) => Number(other.avg_time_seconds) - Number(one.avg_time_seconds),
    );
    await expect.poll(async () => (await paths())[0]).toBe(byTime[0]?.path);
    await dialog.getByRole('searchbox').fill('blog');
    await expect.poll(async () => (await paths()).every((path) => path.includes('blog'))).toBe(true);

    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByText('CSV').click()]);
    const stream = await download.createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const csv = await dashboard.fetchApi('pixel/analytics/pages', { ...days, format: 'csv' });
    expect(Buffer.concat(parts).toString()).toBe(await csv.text());
    await page.keyboard.press('Escape');
    await expect.poll(() => searchOf(page).get('details')).toBe(null);
    await page.goBack();
    await settled(page);
    expect(await dialog.count()).toBe(0);
  });
});

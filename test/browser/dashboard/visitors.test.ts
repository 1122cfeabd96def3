import { describe, expect, it } from 'vitest';
import { at, attributesOf, days, exactIn, patience, texts, untilDrawn } from './deeper.ts';
import { type Query, type Row, useDashboard } from './use-dashboard.ts';

describe('visitors and sessions', () => {
  const dashboard = useDashboard();

  it('leads from the list to a profile and its timeline', async () => {
    const page = await dashboard.open(at('/visitors'));
    await untilDrawn(page);
    const range = { from_date: days.from, to_date: days.to };
    const latest = await dashboard.ownRows(page, 'pixel/analytics/people', { ...range, limit: '50' });
    const shown = page.locator('[data-visitor]');
    expect(await attributesOf(shown, 'data-visitor')).toEqual(latest.map((person) => person.visitor_id));
    expect(await exactIn(page.getByRole('region', { name: 'Visitors' }).last())).toEqual(
      texts(
        latest.flatMap(({ sessions, pageviews, conversions, revenue }) => [
          sessions,
          pageviews,
          conversions,
          revenue,
        ]),
      ),
    );

    const found = latest.find(({ pageviews }) => Number(pageviews) > 3);
    const visitor_id = String(found?.visitor_id);
    await page.locator(`[data-visitor="${visitor_id}"]`).click();
    await untilDrawn(page);
    const [profile] = await dashboard.rows('pixel/metrics/visitor_profile', { ...days, visitor_id });
    const figures = page.locator('[data-sum]');
    expect(await attributesOf(figures, 'data-exact')).toEqual(
      texts([profile?.sessions, profile?.pageviews, profile?.conversions, profile?.revenue]),
    );
    expect(await page.locator('[data-fact="Browser"] dd').textContent()).toBe(profile?.browser);

    const timeline = await dashboard.rows('pixel/metrics/visitor_timeline', {
      ...days,
      visitor_id,
      limit: '1000',
    });
    const steps = page.locator('.timeline [data-type]');
    await expect.poll(() => steps.count(), patience).toBe(timeline.length);
    expect(await attributesOf(steps, 'data-type')).toEqual(timeline.map(({ type }) => type));
    const view = timeline.findIndex(({ type }) => type === 'pageview');
    expect(await steps.nth(view).textContent()).toContain(String(timeline[view]?.path));

    await page.getByRole('link', { name: 'Visitors' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
    expect(page.url()).toContain(`from=${days.from}`);
  });

  it('lists all people, in pages, by group, by name and in any order', async () => {
    const page = await dashboard.open(at('/visitors'));
    await untilDrawn(page);
    const ask = (query: Query) =>
      dashboard.ownRows(page, 'pixel/analytics/people', {
        from_date: days.from,
        to_date: days.to,
        limit: '50',
        ...query,
      });
    const shown = () => attributesOf(page.locator('[data-visitor]'), 'data-visitor');
    const idsOf = (rows: readonly Row[]) => rows.map(({ visitor_id }) => visitor_id);
    const total = Number((await ask({}))[0]?.total);
    expect(total).toBeGreaterThan(500);
    const pager = page.getByRole('navigation', { name: 'Pages of people' });
    expect(await pager.innerText()).toContain(`1–50 of ${total.toLocaleString('en-US')} people`);
    await pager.getByRole('button', { name: 'Next' }).click();
    await expect.poll(shown, patience).toEqual(idsOf(await ask({ first_row: '51' })));

    await page.getByRole('button', { name: 'Revenue' }).click();
    const byRevenue = await ask({ sort: 'revenue' });
    await expect.poll(shown, patience).toEqual(idsOf(byRevenue));
    await page.getByRole('tab', { name: 'Customers' }).click();
    const customers = await ask({ who: 'customers', sort: 'revenue' });
    await expect.poll(shown, patience).toEqual(idsOf(customers));
    expect(Number(customers[0]?.total)).toBeLessThan(total);
    expect(page.url()).toContain('tab.people=customers');

    await page.getByRole('tab', { name: 'Identified' }).click();
    const identified = await ask({ who: 'identified', sort: 'revenue' });
    await expect.poll(shown, patience).toEqual(idsOf(identified));
    await page.getByRole('tab', { name: 'All', exact: true }).click();
    const wanted = String(byRevenue[0]?.visitor_id);
    await page.getByRole('searchbox').fill(wanted.toUpperCase());
    await expect.poll(shown, patience).toEqual([wanted]);
    await page.getByRole('searchbox').fill('nobody is called so');
    await page.getByText('and not the made-up names').waitFor();
  });

  it('says what to do where a visitor did nothing in the days', async () => {
    const page = await dashboard.open('/visitors/nobody%2F%25here?period=today');
    await page.getByText('Nothing in these days').waitFor();
    expect(await page.locator('code').first().textContent()).toBe('nobody/%here');
  });

  it('opens a session with its steps, by keys too, and the address keeps it', async () => {
    const page = await dashboard.open(at('/sessions'));
    await untilDrawn(page);
    const rows = await dashboard.rows('pixel/metrics/sessions', { ...days, limit: '50' });
    expect(await exactIn(page.getByRole('region', { name: 'Sessions' }))).toEqual(
      texts(rows.map(({ pageviews }) => pageviews)),
    );
    const session = rows.find(({ pageviews }) => Number(pageviews) > 2);
    await page.locator(`[data-session="${session?.session_id}"]`).press('Enter');
    const steps = page.getByRole('dialog').locator('[data-type="pageview"]');
    await expect.poll(() => steps.count(), patience).toBe(Number(session?.pageviews));
    expect(await steps.first().textContent()).toContain(String(session?.entry_page));
    expect(await steps.last().textContent()).toContain(String(session?.exit_page));
    await page.reload();
    await expect.poll(() => steps.count(), patience).toBe(Number(session?.pageviews));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('details');
  });

  it('shows all sessions in pages, and all of them in the file', async () => {
    const page = await dashboard.open(at('/sessions'));
    await untilDrawn(page);
    const range = { from_date: days.from, to_date: days.to };
    const [headline] = await dashboard.ownRows(page, 'pixel/analytics/headline', range);
    const total = Number(headline?.sessions);
    expect(total).toBeGreaterThan(1000);
    const pager = page.getByRole('navigation', { name: 'Pages of sessions' });
    await expect
      .poll(() => pager.innerText(), patience)
      .toContain(`1–50 of ${total.toLocaleString('en-US')} sessions`);
    await pager.getByRole('button', { name: 'Next' }).click();
    const rows = await dashboard.ownRows(page, 'pixel/metrics/sessions', {
      ...days,
      limit: '50',
      first_row: '51',
    });
    await expect
      .poll(() => attributesOf(page.locator('[data-session]'), 'data-session'), patience)
      .toEqual(rows.map(({ session_id }) => session_id));

    const file = await page.request.get(
      dashboard.url + (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')),
    );
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines).toHaveLength(total + 1);
  });
});

import { describe, expect, it } from 'vitest';
import { at, attributesOf, days, exactIn, patience, texts, untilDrawn } from './deeper.ts';
import { useDashboard } from './use-dashboard.ts';

describe('visitors and sessions', () => {
  const dashboard = useDashboard();

  it('leads from the list to a profile and its timeline', async () => {
    const page = await dashboard.open(at('/visitors'));
    await untilDrawn(page);
    const sessions = await dashboard.rows('pixel/metrics/sessions', { ...days, limit: '500' });
    const latest = [...new Set(sessions.map(({ visitor_id }) => String(visitor_id)))].slice(0, 50);
    const shown = page.locator('[data-visitor]');
    expect(await attributesOf(shown, 'data-visitor')).toEqual(latest);

    const visitor_id = latest.find(
      (id) =>
        sessions.filter((session) => session.visitor_id === id && Number(session.pageviews) > 3).length > 0,
    ) as string;
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
    expect(await steps.first().textContent()).toContain(String(timeline[0]?.name ?? timeline[0]?.path ?? ''));

    await page.getByRole('link', { name: 'Visitors' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
    expect(page.url()).toContain(`from=${days.from}`);
  });

  it('counts the sessions of each where all of them were read, and else none', async () => {
    const counted = async (query: Record<string, string>) => {
      const page = await dashboard.open(`/visitors?${new URLSearchParams(query)}`);
      await untilDrawn(page);
      return (await page.locator('[data-visitor]').allInnerTexts()).map(
        (text) => /(\d+) sessions?/.exec(text)?.[1],
      );
    };
    const day = { from: days.to, to: days.to };
    const sessions = await dashboard.rows('pixel/metrics/sessions', { ...day, limit: '500' });
    const ids = sessions.map(({ visitor_id }) => String(visitor_id));
    const wanted = [...new Set(ids)].map((id) => String(ids.filter((each) => each === id).length));
    expect(await counted(day)).toEqual(wanted.slice(0, 50));

    const many = await dashboard.rows('pixel/metrics/sessions', { ...days, limit: '500' });
    expect(many).toHaveLength(500);
    expect((await counted(days)).filter(Boolean)).toEqual([]);
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

  it('shows more sessions when asked', async () => {
    const page = await dashboard.open(at('/sessions'));
    await untilDrawn(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    const rows = await dashboard.rows('pixel/metrics/sessions', { ...days, limit: '250' });
    await expect.poll(() => page.locator('[data-session]').count(), patience).toBe(rows.length);
  });
});

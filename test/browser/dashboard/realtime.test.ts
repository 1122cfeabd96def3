import { describe, expect, inject, it } from 'vitest';
import { patience } from './deeper.ts';
import { useDashboard } from './use-dashboard.ts';

describe('realtime', () => {
  const dashboard = useDashboard();
  const { url, key, websiteId } = inject('dashboard');

  async function send(kind: string, body: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${url}/api/v1/pixel/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ website_id: websiteId, ...body }),
    });
    expect(response.status).toBeLessThan(300);
  }

  it('moves when a hit arrives', async () => {
    const page = await dashboard.open('/realtime');
    const visitors = page.locator('[data-live="visitors"]');
    await expect.poll(() => visitors.textContent(), patience).toMatch(/^\d+$/);
    const row = page.locator('[data-row="/just-now"]');
    expect(await row.count()).toBe(0);

    const visitor_id = `now-${Date.now()}`;
    await send('events', {
      visitor_id,
      session_id: visitor_id,
      path: '/just-now',
      referrer: 'https://duckduckgo.com/',
    });
    await expect.poll(() => row.locator('[data-exact]').textContent(), patience).toBe('1');
    await page.getByText('/just-now').first().waitFor();
    await page.locator('[data-row="duckduckgo.com"]').waitFor();
    expect(await page.locator('[data-live-type="pageview"]').first().textContent()).toContain('/just-now');

    await send('goals', { visitor_id, goal_name: 'waved' });
    await expect
      .poll(() => page.locator('[data-live-type="goal"]').first().textContent(), patience)
      .toContain('waved');

    // The demo's last visitors leave the window meanwhile, so both sides are read until they meet.
    await expect
      .poll(async () => {
        const [live] = await dashboard.rows('pixel/analytics/realtime');
        const countries = await dashboard.rows('pixel/analytics/realtime/map');
        const shown = await page.locator('[data-country-row]').count();
        return [
          (await visitors.textContent()) === String(live?.live_visitors),
          (await page.locator('[data-live="events"]').textContent()) === String(live?.live_events),
          (await page.locator('.now-badge').textContent()) === `${live?.live_visitors} now`,
          shown === Math.min(10, countries.length),
        ];
      }, patience)
      .toEqual([true, true, true, true]);
    expect(await page.locator('.step-bars').first().locator('rect').count()).toBe(60);
  });

  it('goes on by itself after the server refused the stream, as it does while it restarts', async () => {
    const page = await dashboard.open('/realtime');
    let refused = 0;
    await page.route('**/live?*', (route) => {
      refused += 1;
      return route.fulfill({ status: 503, json: {} });
    });
    await page.reload();
    await expect.poll(() => refused, patience).toBeGreaterThan(0);
    await page.unroute('**/live?*');
    const visitors = page.locator('[data-live="visitors"]');
    await expect.poll(() => visitors.textContent(), patience).toMatch(/^\d+$/);
  });

  it('leads from an event to its visitor', async () => {
    const visitor_id = `led-${Date.now()}`;
    await send('events', { visitor_id, session_id: visitor_id, path: '/led' });
    const page = await dashboard.open('/realtime');
    const line = page.locator('[data-live-type]', { hasText: '/led' }).first();
    await line.getByRole('link').click();
    await page.getByText(visitor_id).waitFor();
    await page.locator('.timeline [data-type="pageview"]', { hasText: '/led' }).waitFor();
  });
});

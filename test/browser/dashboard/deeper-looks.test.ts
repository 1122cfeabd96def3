import { describe, expect, it } from 'vitest';
import { at, days, untilDrawn } from './deeper.ts';
import { phone, useDashboard } from './use-dashboard.ts';

/** Few rows look like many, and are looked at in less time. */
const short = `from=${days.to}&to=${days.to}`;

const paths = {
  realtime: '/realtime',
  visitors: `/visitors?${short}`,
  sessions: `/sessions?${short}`,
  funnels: at('/funnels', '&steps=page:/,page:/shop,page:/cart'),
  'a new funnel': at('/funnels', '&funnel=new'),
  retention: at('/retention'),
  revenue: `/revenue?${short}`,
  events: at('/events'),
  'AI traffic': at('/ai'),
  'tracking health': at('/health'),
  'a view without anything': '/sessions?from=2020-01-01&to=2020-01-02',
};

describe('the deeper views for everybody', () => {
  const dashboard = useDashboard();

  it.each(Object.entries(paths))('%s: wide and light, on a phone and dark', async (_name, path) => {
    const looks = [{ colorScheme: 'light' as const }, { ...phone, colorScheme: 'dark' as const }];
    const found = looks.map(async (options) => {
      const page = await dashboard.open(path, options);
      await untilDrawn(page);
      return [
        await dashboard.violations(page),
        await page.evaluate('document.documentElement.scrollWidth > innerWidth'),
      ];
    });
    expect(await Promise.all(found)).toEqual([
      [[], false],
      [[], false],
    ]);
  });

  it('a profile, and a session in all its steps', async () => {
    const [session] = await dashboard.rows('pixel/metrics/sessions', { ...days, limit: '1' });
    const dark = { colorScheme: 'dark' as const };
    const profile = await dashboard.open(at(`/visitors/${session?.visitor_id}`), { ...phone, ...dark });
    await untilDrawn(profile);
    expect(await dashboard.violations(profile)).toEqual([]);
    const steps = `/sessions?${short}&details=${session?.session_id}`;
    const opened = await dashboard.open(steps, dark);
    await opened.getByRole('dialog').locator('[data-type]').first().waitFor();
    expect(await dashboard.violations(opened)).toEqual([]);
  });

  it('is reached by keys: g and a letter', async () => {
    const page = await dashboard.open(at('/events'));
    await untilDrawn(page);
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1, name: 'Retention' }).waitFor();
    expect(page.url()).toContain(`from=${days.from}`);
  });

  it('says what went wrong, and tries again', async () => {
    const page = await dashboard.open(at('/health'));
    await untilDrawn(page);
    await page.route('**/metrics/retention_cohorts*', (route) => route.abort());
    await page.getByRole('link', { name: 'Retention' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/metrics/retention_cohorts*');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.locator('tr[data-cohort]').first().waitFor();
  });
});

import { describe, expect, it } from 'vitest';
import { guideNames } from '../../../src/http/guides/guides.ts';
import { phone, useDashboard } from './use-dashboard.ts';

const paths = ['/docs', '/docs/api', ...guideNames.map((name) => `/docs/${name}`)];

describe('guides', () => {
  const dashboard = useDashboard();

  it.each([
    ['light, wide', {}],
    ['dark, on a phone', { ...phone, colorScheme: 'dark' as const }],
  ])('can be read by everyone: %s', async (_look, options) => {
    const page = await dashboard.openBlank(options);
    for (const path of paths) {
      await page.goto(`${dashboard.url}${path}`);
      expect(await dashboard.violations(page), path).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), path).toBe(false);
    }
  });

  it('lead from one to the other, on a phone by a menu', async () => {
    const page = await dashboard.openSignedOut('/docs', phone);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('navigation', { name: 'Guides' }).getByRole('link', { name: 'Goals' }).click();
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'revenue', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Revenue' }).waitFor();
  });

  it('have the colours that were chosen in the dashboard, and the other way round', async () => {
    const page = await dashboard.open();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dark' }).click();
    await page.goto(`${dashboard.url}/docs/goals`);
    const groundOf = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await groundOf()).toBe('rgb(19, 20, 19)');
    await page.getByRole('button', { name: 'Theme: Dark' }).click();
    await page.getByRole('button', { name: 'Theme: Auto' }).click();
    await page.getByRole('button', { name: 'Theme: Light' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await page.waitForURL('**/w/**');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  });

  it('have code that is copied for the website that one came from', async () => {
    const page = await dashboard.openBlank();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${dashboard.url}/docs/webflow?website=ff_ofMine`);
    await page.getByRole('button', { name: 'Copy: HTML' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `<script defer src="${dashboard.url}/footfall.js" data-website-id="ff_ofMine"></script>`,
    );
  });

  it('give way to the API reference for links from when it stood at their address', async () => {
    const page = await dashboard.openSignedOut('/docs#getPages');
    await page.waitForURL('**/docs/api#getPages');
    await page.getByRole('heading', { name: 'Top pages' }).waitFor();
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setVisible, useShop } from './shop.ts';

/** A single-page app by hand, with what the routers of React and others do: change the address, draw the view. */
const app = `
  <main></main>
  <script>
    const draw = () => { document.querySelector('main').textContent = location.pathname + location.hash; };
    window.go = (url) => { history.pushState({}, '', url); draw(); };
    window.swap = (url) => { history.replaceState({}, '', url); draw(); };
    addEventListener('popstate', draw);
    draw();
  </script>`;

const run = (page: Page, script: string) => page.evaluate(script);

describe('a single-page app written by hand', () => {
  const shop = useShop();

  const openApp = async (attributes?: string) => {
    shop.page('/app', app, attributes === undefined ? {} : { attributes });
    const visitor = await shop.visitor();
    return { visitor, page: await visitor.open('/app') };
  };

  it('counts every view once: pushed, replaced, and reached by the buttons of the browser', async () => {
    const { page } = await openApp();
    await run(page, `go('/shoes')`);
    await run(page, `go('/shoes/red')`);
    await run(page, `swap('/shoes/blue')`);
    await page.goBack();
    await page.waitForURL('**/shoes');
    await page.goForward();
    await page.waitForURL('**/shoes/blue');
    await shop.counted(6);
    expect(await shop.views()).toEqual({ '/shoes': '2', '/shoes/blue': '2', '/app': '1', '/shoes/red': '1' });
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '6', bounces: '0' });
  });

  it('names the view before as the referrer, which is no source', async () => {
    const { page } = await openApp();
    const first = page.url();
    await shop.counted(1);
    await run(page, `go('/shoes')`);
    const hits = await shop.counted(2);
    expect(hits.map(({ message }) => message.r)).toEqual(['', first]);
    expect(await shop.rows('/pixel/analytics/referrers')).toMatchObject([
      { referrer: '(direct)', sessions: '1' },
    ]);
  });

  it('counts nothing when the address is replaced by the same path, as routers do at the start', async () => {
    const { page } = await openApp();
    await run(page, `swap('/app')`);
    await run(page, `go('/app')`);
    await run(page, `history.replaceState(history.state, '')`);
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/app': '1' });
  });

  it('counts nothing when only the query or the fragment changes', async () => {
    const { page } = await openApp();
    await run(page, `go('/app?sort=price')`);
    await run(page, `swap('/app?sort=name#top')`);
    await run(page, `location.hash = 'bottom'`);
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/app': '1' });
  });

  it('passes on what history answers and throws', async () => {
    const { page } = await openApp();
    const caught = await run(
      page,
      `try { history.pushState({}, '', 'http://elsewhere.test/'); 'nothing' } catch (error) { error.name }`,
    );
    expect(caught).toBe('SecurityError');
    await shop.counted(1);
  });

  it('gives each view its own time', async () => {
    const { visitor, page } = await openApp();
    await visitor.passTime(3_000);
    await run(page, `go('/shoes')`);
    await visitor.passTime(12_000);
    await run(page, `go('/cart')`);
    await visitor.passTime(30_000);
    await setVisible(page, false);
    await shop.counted(6);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([
      { path: '/app', avg_time_seconds: 3 },
      { path: '/cart', avg_time_seconds: 30 },
      { path: '/shoes', avg_time_seconds: 12 },
    ]);
  });

  it('keeps the time of a view that is left for one that is not counted', async () => {
    const { visitor, page } = await openApp('data-allow-local data-exclude="/admin"');
    await visitor.passTime(9_000);
    await run(page, `go('/admin')`);
    const hits = await shop.counted(3);
    const dropped = hits.filter((hit) => hit.dropped).map((hit) => [hit.message.t, hit.dropped]);
    expect(dropped).toEqual([['pageview', 'excluded']]);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([{ path: '/app', avg_time_seconds: 9 }]);
  });

  it('data-hash: counts fragments as pages, once each', async () => {
    shop.page('/app', app, { attributes: 'data-allow-local data-hash' });
    const page = await (await shop.visitor()).open('/app#/');
    await run(page, `location.hash = '#/shoes'`);
    await run(page, `go('#/cart')`);
    await run(page, `go('#/cart')`);
    await page.goBack();
    await page.goBack();
    await page.waitForURL('**/app#/shoes');
    await shop.counted(4);
    expect(await shop.views()).toEqual({ '/app#/shoes': '2', '/app#/': '1', '/app#/cart': '1' });
  });
});

import { describe, expect, inject, it } from 'vitest';
import { openBareBrowser } from '../harness/browser.ts';
import { setVisible, shopHost, useShop } from './shop.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe('pages rendered ahead', () => {
  const shop = useShop();
  const { program } = inject('browser');
  const rules = (path: string) =>
    `<script type="speculationrules">{"prerender":[{"source":"list","urls":["${path}"],"eagerness":"immediate"}]}</script>`;
  /**
   * The page rendered ahead says so by itself, and the visitor goes on only then. It may run in a process of its own,
   * which sees what the first page has stored a moment later: so it waits until it knows the visitor.
   */
  const announce = `<script>
    document.addEventListener('prerenderingchange', () => footfall.goal('shown'));
    addEventListener('load', () => {
      footfall.track('loaded');
      const timer = setInterval(() => {
        if (!localStorage.footfall) return;
        clearInterval(timer);
        localStorage.ahead = document.prerendering;
      }, 20);
    });
  </script>`;
  const follow = (then: string) => `<script>
    const timer = setInterval(() => {
      if (!localStorage.ahead) return;
      clearInterval(timer);
      footfall.goal(localStorage.ahead == 'true' ? 'prerendered' : 'loaded late');
      ${then}
    }, 50);
  </script>`;

  it('counts one that is shown, when it is shown', async () => {
    shop.page('/', rules('/next') + follow(`location.href = '/next'`));
    shop.page('/next', announce);
    const browser = await openBareBrowser(program, shop.site().at(shopHost, '/'));
    try {
      await shop.site().arrived(5);
    } finally {
      await browser.stop();
    }
    // As it ends it may still send for how long the page was seen.
    await shop.site().arrived(5);
    const hits = shop.site().hits.filter(({ message }) => message.t !== 'leave');
    const names = hits.map(({ message, dropped }) => [message.t, message.n, dropped].join(' ').trim());
    // Of what overtakes what on the way nothing is said: all are kept, none counts as fetched ahead.
    expect(names.sort()).toEqual(['goal prerendered', 'goal shown', 'pageview', 'pageview', 'track loaded']);
    await shop.counted(shop.site().hits.length);
    expect(await shop.views()).toEqual({ '/': '1', '/next': '1' });
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '2' });
  });

  it('counts nothing of one that is never shown', async () => {
    shop.page('/', rules('/next') + follow(`footfall.goal('stayed')`));
    shop.page('/next', announce);
    const browser = await openBareBrowser(program, shop.site().at(shopHost, '/'));
    try {
      await shop.site().arrived(3);
    } finally {
      await browser.stop();
    }
    // As it ends it may still send for how long the page was seen.
    await shop.site().arrived(3);
    const hits = shop.site().hits.filter(({ message }) => message.t !== 'leave');
    const names = hits.map(({ message }) => message.n ?? message.t);
    expect(names.sort()).toEqual(['pageview', 'prerendered', 'stayed']);
    await shop.counted(shop.site().hits.length);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('measures the time from when it is shown', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    // Chromium does not prerender under a debugger: the same states, played by the page itself.
    await visitor.context.addInitScript(`
      for (const [name, value] of [['prerendering', true], ['hidden', true]])
        Object.defineProperty(document, name, { value, configurable: true });`);
    const page = await visitor.open('/');
    await visitor.passTime(50_000);
    await page.evaluate(`
      for (const name of ['prerendering', 'hidden'])
        Object.defineProperty(document, name, { value: false, configurable: true });
      document.dispatchEvent(new Event('prerenderingchange'))`);
    await visitor.passTime(6_000);
    await setVisible(page, false);
    const hits = await shop.counted(2);
    expect(hits[1]?.message.s).toBe(hits[0]?.message.s);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([
      { path: '/', views: '1', avg_time_seconds: 6 },
    ]);
  });
});

describe('pages brought back', () => {
  const shop = useShop();

  it('counts a page again that the back button shows again', async () => {
    shop.page('/', '<a id="next" href="/next">Next</a>');
    shop.page('/next');
    const page = await (await shop.visitor()).open('/');
    await page.click('#next');
    await page.waitForURL('**/next');
    // A page from the cache is not loaded again: whether it is there is seen by its address.
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/', { waitUntil: 'commit' });
    await shop.counted(3);
    expect(await shop.views()).toEqual({ '/': '2', '/next': '1' });
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1' });
  });

  it('counts one that comes out of the cache as it was', async () => {
    shop.page('/');
    const page = await (await shop.visitor()).open('/');
    const show = (persisted: boolean) =>
      page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: ${persisted} }))`);
    await show(true);
    await show(false);
    await shop.counted(2);
    expect(await shop.views()).toEqual({ '/': '2' });
  });
});

describe('visitors and sessions', () => {
  const shop = useShop();

  it('shares both between two tabs', async () => {
    shop.page('/');
    shop.page('/other');
    const visitor = await shop.visitor();
    await visitor.open('/');
    await visitor.open('/other');
    await shop.counted(2);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '2', bounces: '0' });
  });

  it('goes on with a session for 30 minutes after the last activity', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open('/');
    await setVisible(page, false);
    for (const pause of [29 * minuteMs, 29 * minuteMs, 30 * minuteMs]) {
      await visitor.passTime(pause);
      await page.evaluate('footfall.pageview()');
    }
    await shop.counted(4);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '2', pageviews: '4', bounces: '1' });
  });

  it('ends a session after a day, however busy', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open('/');
    await setVisible(page, false);
    for (let halfHours = 0; halfHours < 51; halfHours += 1) {
      await visitor.passTime(hourMs / 2 - minuteMs);
      await page.evaluate('footfall.pageview()');
    }
    await shop.counted(52);
    // 49 steps of 29 minutes fit into a day.
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '2', pageviews: '52' });
  });

  it('begins a session with a new campaign, and not with a reload of the same', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open('/');
    await page.goto(shop.site().at(shopHost, '/?utm_source=news&utm_campaign=spring'));
    await page.reload();
    await page.goto(shop.site().at(shopHost, '/'));
    await page.goto(shop.site().at(shopHost, '/?utm_source=news&utm_campaign=summer'));
    await shop.counted(5);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '3', pageviews: '5', bounces: '2' });
    expect(await shop.rows('/pixel/analytics/campaigns')).toMatchObject([
      { utm_campaign: '(none)', sessions: '1' },
      { utm_campaign: 'spring', sessions: '1', pageviews: '3' },
      { utm_campaign: 'summer', sessions: '1', pageviews: '1' },
    ]);
  });

  it('begins a session with the campaign of an earlier one, where the one before came without', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open('/?utm_campaign=spring,a');
    await setVisible(page, false);
    await visitor.passTime(hourMs);
    await page.goto(shop.site().at(shopHost, '/'));
    await page.goto(shop.site().at(shopHost, '/?utm_campaign=spring,a'));
    await page.goto(shop.site().at(shopHost, '/?utm_campaign=spring,b'));
    await shop.counted(4);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '4', pageviews: '4' });
    expect(await shop.rows('/pixel/analytics/campaigns')).toMatchObject([
      { utm_campaign: '(none)', sessions: '1' },
      { utm_campaign: 'spring,a', sessions: '2' },
      { utm_campaign: 'spring,b', sessions: '1' },
    ]);
  });

  it('leaves a tab its session when another tab begins one', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const first = await visitor.open('/?utm_campaign=spring');
    await visitor.passTime(4_000);
    await visitor.open('/?utm_campaign=summer');
    await setVisible(first, false);
    await setVisible(first, true);
    await first.evaluate(`footfall.track('looked')`);
    const hits = await shop.counted(4);
    const sessionOf = (type: string, campaign: string) =>
      hits.find(({ message }) => message.t === type && message.u.endsWith(campaign))?.message.s;
    expect(sessionOf('leave', 'spring')).toBe(sessionOf('pageview', 'spring'));
    expect(sessionOf('track', 'spring')).toBe(sessionOf('pageview', 'summer'));
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '2', pageviews: '2' });
  });
});

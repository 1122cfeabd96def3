import { describe, expect, it } from 'vitest';
import { setVisible, shopHost, useShop } from './shop.ts';

describe('a plain site', () => {
  const shop = useShop();

  it('counts each page once, for one visitor in one session', async () => {
    shop.page('/', '<a id="next" href="/pricing">Pricing</a>');
    shop.page('/pricing', '<a id="home" href="/">Home</a>');
    const visitor = await shop.visitor();
    const page = await visitor.open();
    await page.click('#next');
    await page.waitForURL('**/pricing');
    await page.click('#home');
    await page.waitForURL('**/');
    await shop.counted(3);
    expect(await shop.views()).toEqual({ '/': '2', '/pricing': '1' });
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '3', bounces: '0' });
  });

  it('counts who leaves after one page as a bounce, and who returns within 30 minutes as the same', async () => {
    shop.page('/', '<a id="next" href="/pricing">Pricing</a>');
    shop.page('/pricing');
    await (await shop.visitor()).open('/');
    const second = await shop.visitor();
    await (await second.open('/')).close();
    await second.open('/pricing');
    await shop.counted(3);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([
      { path: '/', views: '2', sessions: '2', bounces: '1', bounce_rate: 50 },
      { path: '/pricing', views: '1', sessions: '1', bounces: '0', bounce_rate: 0 },
    ]);
  });

  it('names the site that a visitor came from, also after further pages', async () => {
    shop.page('/article', `<a id="shop" href="${shop.site().at(shopHost, '/')}">A shop</a>`, {
      host: 'other.test',
      head: '<title>Article</title>',
    });
    shop.page('/', '<a id="next" href="/pricing">Pricing</a>');
    shop.page('/pricing');
    const page = await (await shop.visitor()).open('/article', 'other.test');
    await page.click('#shop');
    await page.waitForURL('**/');
    await page.click('#next');
    await page.waitForURL('**/pricing');
    await shop.counted(2);
    expect(await shop.rows('/pixel/analytics/referrers')).toMatchObject([
      { referrer: 'other.test', visitors: '1', sessions: '1', pageviews: '2' },
    ]);
  });

  it('keeps the campaign and the click id of the landing page', async () => {
    shop.page('/landing', '<a id="next" href="/pricing">Pricing</a>');
    shop.page('/pricing');
    const tagged = await (await shop.visitor()).open(
      '/landing?utm_source=news&utm_medium=email&utm_campaign=spring&utm_term=shoes',
    );
    await tagged.click('#next');
    await tagged.waitForURL('**/pricing');
    await (await shop.visitor()).open('/landing?gclid=abc');
    await shop.counted(3);
    expect(await shop.rows('/pixel/analytics/campaigns')).toMatchObject([
      { utm_campaign: '(none)', sessions: '1', pageviews: '1' },
      { utm_campaign: 'spring', utm_source: 'news', utm_medium: 'email', sessions: '1', pageviews: '2' },
    ]);
    const channels = await shop.rows('/pixel/analytics/referrers', { mode: 'channel' });
    expect(channels.map(({ channel }) => channel).sort()).toEqual(['Email', 'Paid Search']);
  });

  it('adds up the time for which a page is seen, over interruptions', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open();
    await visitor.passTime(10_000);
    await setVisible(page, false);
    await visitor.passTime(60_000);
    await setVisible(page, true);
    await visitor.passTime(5_000);
    await setVisible(page, false);
    const hits = await shop.counted(3);
    const times = hits.filter(({ message }) => message.t === 'leave').map(({ message }) => message.d);
    expect(times.sort()).toEqual([10_000, 5_000]);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([
      { path: '/', views: '1', bounces: '1', avg_time_seconds: 15 },
    ]);
  });

  it('leaves out the time for which another window has the focus', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open();
    const setFocus = (hasFocus: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hasFocus', { value: () => ${hasFocus}, configurable: true });
        dispatchEvent(new Event('${hasFocus ? 'focus' : 'blur'}'))`);
    await visitor.passTime(4_000);
    await setFocus(false);
    await visitor.passTime(60_000);
    await setFocus(true);
    await visitor.passTime(3_000);
    await page.goto('about:blank');
    await shop.counted(3);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([{ path: '/', avg_time_seconds: 7 }]);
  });

  it('gives each page of a visit its own time, sent as the visitor goes on', async () => {
    shop.page('/', '<a id="next" href="/pricing">Pricing</a>');
    shop.page('/pricing');
    const visitor = await shop.visitor();
    const page = await visitor.open();
    await visitor.passTime(8_000);
    await page.click('#next');
    await page.waitForURL('**/pricing');
    await visitor.passTime(20_000);
    await page.goto('about:blank');
    await shop.counted(4);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([
      { path: '/', avg_time_seconds: 8 },
      { path: '/pricing', avg_time_seconds: 20 },
    ]);
  });

  it('keeps the time of a page that is read for longer than a session lasts', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const page = await visitor.open();
    await visitor.passTime(40 * 60_000);
    await setVisible(page, false);
    await shop.counted(2);
    expect(await shop.rows('/pixel/analytics/pages')).toMatchObject([{ path: '/', avg_time_seconds: 2400 }]);
    expect(await shop.totals()).toMatchObject({ sessions: '1' });
  });

  it('lets a session last until its page is left', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    const beganAt = performance.now();
    const page = await visitor.open();
    await shop.site().arrived(1);
    await visitor.passTime(1_000);
    await setVisible(page, false);
    await shop.counted(2);
    const atMost = (performance.now() - beganAt) / 1000;
    const series = await shop.rows('/pixel/analytics/timeseries', { metric: 'session_time' });
    const [seconds] = series.map(({ value }) => value as number).filter((value) => value > 0);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(atMost);
  });

  it('sends a beacon, which outlives the page', async () => {
    shop.page('/');
    const { context, open } = await shop.visitor();
    const types: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST') types.push(request.resourceType());
    });
    await open();
    await shop.counted(1);
    expect(types).toEqual(['ping']);
  });

  it.each([
    ['is not there', 'Object.defineProperty(navigator, "sendBeacon", { value: undefined })'],
    ['refuses', 'navigator.sendBeacon = () => false'],
  ])('sends by fetch where the beacon %s', async (_case, script) => {
    shop.page('/');
    const { context, open } = await shop.visitor();
    const types: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'POST') types.push(request.resourceType());
    });
    await context.addInitScript(script);
    await open();
    await shop.counted(1);
    expect(types).toEqual(['fetch']);
    expect(await shop.views()).toEqual({ '/': '1' });
  });
});

import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setBrowserIdentities } from '../../src/websites/set-browser-identities.ts';
import { footfallHost } from '../harness/site.ts';
import { shopHost, useShop } from './shop.ts';

const guide = await readFile(new URL('../../docs/guides/tracking.md', import.meta.url), 'utf8');
/** The stub as the guide shows it. */
const stub = requireSnippet('window.footfall ||=');

function requireSnippet(text: string): string {
  const found = [...guide.matchAll(/```html\n([\s\S]*?)```/g)].find(([, code]) => code?.includes(text));
  if (!found?.[1]) throw new Error(`docs/guides/tracking.md has no snippet with ${text}`);
  return found[1];
}

describe('functions of window.footfall', () => {
  const shop = useShop();

  const open = async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    return { visitor, page: await visitor.open('/') };
  };
  const visitorIdOf = (page: Page) => page.evaluate<string>('footfall.getVisitorId()');
  const historyOf = async (visitorId: string) => await shop.rows(`/pixel/visitors/${visitorId}`);

  it('track: a custom event with its properties, which ends a bounce', async () => {
    const { page } = await open();
    await page.evaluate(`footfall.track('signup', { plan: 'pro', seats: 3 })`);
    await shop.counted(2);
    expect(await historyOf(await visitorIdOf(page))).toMatchObject([
      { goal_name: 'signup', details: { plan: 'pro', seats: 3 } },
    ]);
    expect(await shop.totals()).toMatchObject({ pageviews: '1', bounces: '0', conversions: '1' });
  });

  it('goal: a conversion with its properties, and no traffic', async () => {
    const { page } = await open();
    await page.evaluate(`footfall.goal('order', { size: 'large' })`);
    await shop.counted(2);
    expect(await shop.rows('/pixel/goals/order/metadata')).toMatchObject([
      { property: 'size', value: 'large', visitors: '1', conversions: '1' },
    ]);
    expect(await shop.totals()).toMatchObject({ pageviews: '1', bounces: '1', conversions: '1' });
  });

  it('called itself: a goal, by its name alone or with properties', async () => {
    const { page } = await open();
    await page.evaluate(`footfall('signup')`);
    await page.evaluate(`footfall('order', { size: 'large' })`);
    await shop.counted(3);
    const reached = await historyOf(await visitorIdOf(page));
    expect(reached.map(({ goal_name, details }) => [goal_name, details]).sort()).toEqual([
      ['order', { size: 'large' }],
      ['signup', {}],
    ]);
    expect(await shop.totals()).toMatchObject({ pageviews: '1', bounces: '1', conversions: '2' });
  });

  it('pageview: counts the page again, or another address', async () => {
    const { page } = await open();
    await page.evaluate('footfall.pageview()');
    await page.evaluate(`footfall.pageview({ url: '/step-2' })`);
    await shop.counted(3);
    expect(await shop.views()).toEqual({ '/': '2', '/step-2': '1' });
  });

  it('pageview: takes a referrer', async () => {
    shop.page('/');
    const visitor = await shop.visitor();
    await visitor.context.addInitScript('Object.defineProperty(navigator, "webdriver", { value: false })');
    const page = await visitor.open('/');
    await visitor.passTime(31 * 60_000);
    await page.evaluate(`footfall.pageview({ referrer: 'https://news.ycombinator.com/item' })`);
    // The page was visible for the half hour.
    await shop.counted(3);
    const referrers = (await shop.rows('/pixel/analytics/referrers')).map(({ referrer }) => referrer);
    expect(referrers).toEqual(['(direct)', 'news.ycombinator.com']);
  });

  it('identify: a record of its own', async () => {
    const { page } = await open();
    await page.evaluate(`footfall.identify('customer-7', { plan: 'pro' })`);
    const hits = await shop.counted(2);
    expect(hits.map(({ dropped }) => dropped)).toEqual([undefined, undefined]);
    expect(await shop.rows('/pixel/analytics/realtime')).toMatchObject([
      { live_events: '2', live_visitors: '1' },
    ]);
  });

  it('identify: with the signature that the owner asks for, and not without', async () => {
    const { workspaceId, websiteUuid } = shop.tenant();
    const { secret } = await setBrowserIdentities(shop.control(), workspaceId, websiteUuid, 'signed');
    const signature = createHmac('sha256', String(secret)).update('customer-7').digest('hex');
    const { page } = await open();
    await shop.counted(1);
    await page.evaluate(`footfall.identify('customer-7', { plan: 'forged' })`);
    await shop.counted(2);
    await page.evaluate(`footfall.identify('customer-7', { plan: 'pro' }, '${signature}')`);
    const hits = await shop.counted(3);
    expect(hits.map(({ dropped }) => dropped)).toEqual([undefined, 'unsigned_identity', undefined]);
    const visitor_id = await visitorIdOf(page);
    expect(await shop.rows('/pixel/metrics/visitor_profile', { visitor_id })).toMatchObject([
      { identified: true, traits: { plan: 'pro' } },
    ]);
  });

  it('getVisitorId, getSessionId: tie a record of a server to the visit', async () => {
    const { page } = await open();
    const visitor_id = await visitorIdOf(page);
    await shop.counted(1);
    const body = { website_id: shop.tenant().website, goal_name: 'paid', visitor_id };
    expect((await shop.tenant().post('/pixel/goals', body)).status).toBe(200);
    await shop.counted(1);
    expect(await historyOf(visitor_id)).toMatchObject([
      { goal_name: 'paid', session_id: await page.evaluate('footfall.getSessionId()') },
    ]);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', conversions: '1' });
  });

  it('optOut: sends nothing more, on any page, and knows nobody; optIn: counts again', async () => {
    const { page, visitor } = await open();
    await page.evaluate('footfall.optOut()');
    await page.evaluate(`footfall.track('signup'); footfall.pageview()`);
    expect(await page.evaluate('footfall.getVisitorId()')).toBeUndefined();
    await visitor.open('/');
    await shop.counted(1);
    await page.evaluate('footfall.optIn()');
    await visitor.open('/');
    await shop.counted(2);
    expect(await shop.totals()).toMatchObject({ visitors: '2', pageviews: '2' });
  });

  it('optIn: leaves who never opted out the same visitor', async () => {
    const { page } = await open();
    const before = await visitorIdOf(page);
    await page.evaluate('footfall.optIn()');
    expect(await visitorIdOf(page)).toBe(before);
    await shop.counted(1);
  });

  it('keeps calls from before the script came', async () => {
    const early = `${stub}<script>
      footfall.track('early', { at: 'top' });
      footfall.goal('soon');
      footfall('called', { by: 'name' });
      window.before = footfall.getVisitorId();
    </script>`;
    shop.page('/', '', { head: early + shop.tag() });
    const page = await (await shop.visitor()).open('/');
    const hits = await shop.counted(4);
    const sent = hits.map(({ message }) => message.n ?? message.t).sort();
    expect(sent).toEqual(['called', 'early', 'pageview', 'soon']);
    expect(await page.evaluate('window.before')).toBeUndefined();
    const names = (await historyOf(await visitorIdOf(page))).map(({ goal_name }) => goal_name);
    expect(names.sort()).toEqual(['called', 'early', 'soon']);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('counts from a tag that a script made, as the guide has it for tag managers', async () => {
    const snippet = requireSnippet('createElement')
      .replace('https://HOST/footfall.js', shop.site().at(footfallHost, '/footfall.js'))
      .replace(`'ff_…');`, `'${shop.tenant().website}'); script.dataset.allowLocal = '';`);
    shop.page('/', '', { head: snippet });
    await (await shop.visitor()).open('/');
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('keeps an opt-out from before the script came', async () => {
    shop.page('/', '', { head: `${stub}<script>footfall.optOut()</script>${shop.tag()}` });
    const visitor = await shop.visitor();
    await visitor.open('/');
    await visitor.open('/');
    // The first view goes out as the script starts, before it reads what waited.
    await shop.counted(1);
  });

  it('gives an event the source of its visit, whichever arrives first', async () => {
    const search = shop.site().at(shopHost, '/');
    shop.page('/from', `<a id="shop" href="${search}">Shop</a>`, { host: 'other.test', head: '' });
    shop.page('/', '<script>addEventListener("load", () => footfall.track("loaded"))</script>');
    const page = await (await shop.visitor()).open('/from', 'other.test');
    await page.click('#shop');
    await page.waitForURL(search);
    const hits = await shop.counted(2);
    expect(new Set(hits.map(({ message }) => new URL(message.r).hostname))).toEqual(new Set(['other.test']));
    expect(await shop.rows('/pixel/analytics/referrers')).toMatchObject([{ referrer: 'other.test' }]);
  });
});

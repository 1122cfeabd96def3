import { describe, expect, it } from 'vitest';
import { footfallHost } from '../harness/site.ts';
import { shopHost, useShop } from './shop.ts';

// Every test of this folder ends by checking that no page saw an error; here browsers and pages are broken.
describe('nothing is thrown into the page', () => {
  const shop = useShop();

  const openWith = async (script: string, attributes?: string) => {
    shop.page('/', '', attributes === undefined ? {} : { attributes });
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(script);
    return { visitor, page: await visitor.open('/') };
  };

  it.each([
    [
      'is forbidden',
      `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })`,
    ],
    [
      'is full',
      `const full = new Proxy({}, { set() { throw new DOMException('full', 'QuotaExceededError'); } });
       Object.defineProperty(window, 'localStorage', { value: full })`,
    ],
    ['is not there', `Object.defineProperty(window, 'localStorage', { value: null })`],
  ])('where storage %s: one visitor a page', async (_case, script) => {
    const { page } = await openWith(script);
    await page.evaluate(`footfall.track('signup'); history.pushState({}, '', '/next')`);
    await shop.counted(3);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '2' });
    await page.evaluate(`footfall.optOut(); footfall.track('signup')`);
    await shop.counted(3);
  });

  it('where cookies are forbidden: one visitor a page', async () => {
    const script = `Object.defineProperty(Document.prototype, 'cookie', { get() { throw Error('no') }, set() { throw Error('no') } })`;
    const { page } = await openWith(script, 'data-allow-local data-cookie="example.test"');
    await page.evaluate(`footfall.track('signup')`);
    await shop.counted(2);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1' });
  });

  it('with anything else in the storage: counts the page', async () => {
    const found = ['', '0x', '{"a":', 'null', '[]', ',,,,,,', 'a,b,c,d', '\u0000', 'x'.repeat(5000)];
    const { page } = await openWith(`
      const text = ${JSON.stringify(found)}[location.search.slice(1)];
      if (text !== undefined) localStorage.footfall = text`);
    for (const place of found.keys()) {
      await page.goto(shop.site().at(shopHost, `/?${place}`));
      expect(await page.evaluate('footfall.getVisitorId()')).toBeTruthy();
    }
    const hits = await shop.counted(1 + found.length);
    expect(hits.filter(({ dropped }) => dropped)).toEqual([]);
    expect(await shop.views()).toEqual({ '/': String(1 + found.length) });
  });

  it.each([
    ['the beacon throws', `navigator.sendBeacon = () => { throw new Error('blocked'); }`],
    [
      'beacon and fetch are blocked',
      `navigator.sendBeacon = () => false; window.fetch = () => Promise.reject(new Error('blocked'))`,
    ],
    [
      'beacon and fetch are gone',
      `Object.defineProperty(navigator, 'sendBeacon', { value: undefined }); delete window.fetch`,
    ],
    ['there are no random numbers', `Object.defineProperty(window, 'crypto', { value: undefined })`],
  ])('where %s: sends nothing', async (_case, script) => {
    const { page } = await openWith(script);
    await page.evaluate(`footfall.track('signup'); history.pushState({}, '', '/next')`);
    await page.evaluate(`dispatchEvent(new Event('blur'))`);
    await shop.counted(0);
  });

  it('where Footfall cannot be reached', async () => {
    const { page } = await openWith('', 'data-allow-local data-api="http://127.0.0.1:1/collect"');
    await page.evaluate(`navigator.sendBeacon = () => false; footfall.track('signup')`);
    await shop.counted(0);
  });

  it.each([
    ['data-api that is no address', 'data-allow-local data-api="http://%%%"', []],
    ['data-cookie that is no domain', 'data-allow-local data-cookie="; nonsense ;="', [undefined]],
    ['patterns that are none', 'data-allow-local data-exclude="***(,,[" data-mask="\\,*?"', [undefined]],
    ['no attributes at all', '', ['automated']],
  ])('%s', async (_case, attributes, expected) => {
    await openWith('', attributes);
    const hits = await shop.counted(expected.length);
    expect(hits.map(({ dropped }) => dropped)).toEqual(expected);
  });

  it.each([
    ['a wrong website', 'data-website-id="ff_nobody"', 'unknown_website'],
    ['no website', '', 'invalid'],
  ])('a tag with %s: the answer says so', async (_case, attribute, reason) => {
    const src = shop.site().at(footfallHost, '/footfall.js');
    shop.page('/', '', { head: `<script defer src="${src}" ${attribute} data-allow-local></script>` });
    await (await shop.visitor()).open('/');
    const hits = await shop.counted(1);
    expect(hits[0]).toMatchObject({ dropped: reason, status: 202 });
  });

  it('a tag of type module, which cannot know itself, does nothing', async () => {
    shop.page('/', '', { head: shop.tag('data-allow-local type="module"') });
    await (await shop.visitor()).open('/');
    await shop.counted(0);
  });

  it('properties that cannot be sent, and calls that waited for functions that do not exist', async () => {
    const queue = `<script>window.footfall = { q: [['nothing'], 7, ['track', 'kept']] }</script>`;
    shop.page('/', '', { head: queue + shop.tag() });
    const page = await (await shop.visitor()).open('/');
    await page.evaluate(`
      const circle = {}; circle.circle = circle;
      footfall.track('circle', circle); footfall.track('big', { n: 1n }); footfall.track(); footfall.goal(null, 7);
      footfall.identify(); footfall.pageview(null)`);
    await page.evaluate(`footfall.track('last')`);
    await shop.site().arrived(4);
    const names = shop.site().hits.map(({ message }) => message.n);
    expect(names).toContain('kept');
    expect(names).toContain('last');
    expect(names).not.toContain('circle');
  });

  it('an element of the page that is called footfall', async () => {
    shop.page('/', '<div id="footfall"></div>');
    const page = await (await shop.visitor()).open('/');
    await page.evaluate(`window.footfall.track('signup')`);
    await shop.counted(2);
  });
});

describe('a strict Content-Security-Policy', () => {
  const shop = useShop();

  it('needs the host of Footfall for the script and for sending, and nothing else', async () => {
    const host = new URL(shop.site().at(footfallHost, '/')).origin;
    const policy = `default-src 'none'; script-src ${host}; connect-src ${host}; require-trusted-types-for 'script'`;
    shop.page('/', '<a id="next" href="/next">Next</a>', { headers: { 'content-security-policy': policy } });
    shop.page('/next', '', { headers: { 'content-security-policy': policy } });
    const visitor = await shop.visitor();
    const violations: string[] = [];
    await visitor.context.exposeFunction('violated', (directive: string) => violations.push(directive));
    await visitor.context.addInitScript(
      `document.addEventListener('securitypolicyviolation', (event) => violated(event.violatedDirective))`,
    );
    const page = await visitor.open('/');
    await page.click('#next');
    await page.waitForURL('**/next');
    await shop.counted(2);
    expect(violations).toEqual([]);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '2' });
  });
});

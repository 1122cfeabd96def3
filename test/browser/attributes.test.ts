import { describe, expect, it } from 'vitest';
import { proxiedPath } from '../harness/site.ts';
import { shopHost, useShop } from './shop.ts';

const headlessAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/147.0.0.0 Safari/537.36';
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';

describe('attributes of the script tag', () => {
  const shop = useShop();
  const allow = (more: string) => ({ attributes: `data-allow-local ${more}` });

  it('data-api: sends to the own domain of the website', async () => {
    shop.page('/', '', allow(`data-api="${proxiedPath}collect"`));
    await (await shop.visitor()).open('/');
    const hits = await shop.counted(1);
    expect(hits[0]).toMatchObject({ to: `${shopHost}${proxiedPath}collect`, status: 202 });
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('a script that comes from the own domain sends there by itself', async () => {
    const { website } = shop.tenant();
    shop.page('/', '', {
      head: `<script defer src="${proxiedPath}footfall.js" data-website-id="${website}" data-allow-local></script>`,
    });
    await (await shop.visitor()).open('/');
    const hits = await shop.counted(1);
    expect(hits[0]).toMatchObject({ to: `${shopHost}${proxiedPath}collect` });
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it.each([
    ['with data-cookie, a visitor and a session over subdomains', 'data-cookie="example.test"', '1'],
    ['without it, one of each for every host', '', '2'],
  ])('data-cookie: %s', async (_case, attribute, expected) => {
    const hosts = [shopHost, `www.${shopHost}`];
    for (const host of hosts) shop.page('/', '', { host, ...allow(attribute) });
    const visitor = await shop.visitor();
    for (const host of hosts) await visitor.open(`/?utm_campaign=a,b;c`, host);
    await shop.counted(2);
    expect(await shop.totals()).toMatchObject({ visitors: expected, sessions: expected, pageviews: '2' });
  });

  it('data-cookie: finds its cookie among others of similar names, and keeps it for a year', async () => {
    shop.page('/', '', allow('data-cookie="example.test"'));
    const visitor = await shop.visitor();
    const others = ['a', 'xfootfall', 'x-footfall', 'footfall2'];
    await visitor.context.addCookies(
      others.map((name) => ({ name, value: '0', url: shop.site().at(shopHost, '/') })),
    );
    const page = await visitor.open('/');
    await page.reload();
    await shop.counted(2);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1' });
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const cookie = (await visitor.context.cookies()).find(({ name }) => name === 'footfall');
    expect(cookie).toMatchObject({ domain: '.example.test', path: '/', sameSite: 'Lax' });
    const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
  });

  it('data-cookieless: stores nothing, and counts one visitor over pages', async () => {
    shop.page('/', '<a id="next" href="/next">Next</a>', allow('data-cookieless'));
    shop.page('/next', '', allow('data-cookieless'));
    const visitor = await shop.visitor();
    const page = await visitor.open('/');
    await page.click('#next');
    await page.waitForURL('**/next');
    await page.evaluate(`footfall.goal('seen', { id: String(footfall.getVisitorId()) })`);
    const hits = await shop.counted(3);
    expect(hits.every(({ message }) => message.v === undefined && message.s === undefined)).toBe(true);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    expect(await visitor.context.cookies()).toEqual([]);
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '2', bounces: '0' });
  });

  it('data-cookieless: another browser at the same address is another visitor', async () => {
    shop.page('/', '', allow('data-cookieless'));
    await (await shop.visitor()).open('/');
    await (await shop.visitor({ userAgent: phoneAgent })).open('/');
    await shop.counted(2);
    expect(await shop.rows('/pixel/analytics/devices')).toMatchObject([
      { device: 'desktop', visitors: '1', sessions: '1' },
      { device: 'mobile', visitors: '1', sessions: '1' },
    ]);
  });

  const signals = [
    ['Do Not Track', 'doNotTrack', `'1'`],
    ['Global Privacy Control', 'globalPrivacyControl', 'true'],
  ] as const;

  it.each(signals)('data-dnt: sends and stores nothing under %s', async (_case, name, value) => {
    shop.page('/', '', allow('data-dnt'));
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(`Object.defineProperty(navigator, '${name}', { value: ${value} })`);
    const page = await visitor.open('/');
    await page.evaluate(`footfall.track('signup')`);
    expect(await page.evaluate('footfall.getVisitorId()')).toBeUndefined();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await shop.counted(0);
  });

  it.each(signals)('without data-dnt, %s changes nothing', async (_case, name, value) => {
    shop.page('/');
    const visitor = await shop.visitor();
    await visitor.context.addInitScript(`Object.defineProperty(navigator, '${name}', { value: ${value} })`);
    await visitor.open('/');
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('data-dnt: counts who asks for nothing', async () => {
    shop.page('/', '', allow('data-dnt'));
    await (await shop.visitor()).open('/');
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('data-allow-local: counts pages on this computer', async () => {
    shop.page('/', '', { host: 'localhost', ...allow('') });
    await (await shop.visitor()).open('/', 'localhost');
    await shop.counted(1);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('data-exclude: leaves out the paths, and what happens on them', async () => {
    const options = allow('data-exclude="/admin, /draft/*"');
    for (const path of ['/', '/admin', '/draft/1']) shop.page(path, '', options);
    const visitor = await shop.visitor();
    for (const path of ['/', '/admin', '/draft/1']) {
      const page = await visitor.open(path);
      await page.evaluate(`footfall.track('seen')`);
    }
    const hits = await shop.counted(6);
    const kept = hits.filter(({ dropped }) => !dropped).map(({ message }) => message.t);
    expect(kept.sort()).toEqual(['pageview', 'track']);
    expect(hits.filter(({ dropped }) => dropped === 'excluded')).toHaveLength(4);
    expect(await shop.views()).toEqual({ '/': '1' });
  });

  it('data-mask: counts paths under the pattern that they match', async () => {
    const options = allow('data-mask="/orders/*/receipt, /users/*"');
    const paths = ['/orders/7/receipt', '/orders/8/receipt', '/users/ann', '/about'];
    const visitor = await shop.visitor();
    for (const path of paths) {
      shop.page(path, '', options);
      await visitor.open(path);
    }
    await shop.counted(4);
    expect(await shop.views()).toEqual({ '/orders/*/receipt': '2', '/about': '1', '/users/*': '1' });
  });

  it('tells why a hit is left out: in the answer, and in the tracking health', async () => {
    const plain = { attributes: '' };
    shop.page('/', '', plain);
    shop.page('/bot');
    shop.page('/', '', { host: 'localhost', ...plain });
    shop.page('/', '', { host: 'other.test' });
    await (await shop.visitor()).open('/');
    await (await shop.visitor()).open('/', 'localhost');
    await (await shop.visitor()).open('/', 'other.test');
    await (await shop.visitor({ userAgent: headlessAgent })).open('/bot');
    const hits = await shop.counted(4);
    expect(hits.map(({ dropped }) => dropped).sort()).toEqual([
      'automated',
      'bot',
      'foreign_domain',
      'local',
    ]);
    const expected = { automated_browsers: '1', bots: '1', domain_mismatch: '1', local_pages: '1' };
    // They are written down every five seconds.
    await expect
      .poll(() => findHealth(Object.keys(expected)), { timeout: 15_000, interval: 500 })
      .toEqual(expected);
    expect(await shop.views()).toEqual({});
  });

  async function findHealth(checks: string[]): Promise<Record<string, unknown>> {
    const rows = await shop.rows('/pixel/metrics/tracking_health');
    const wanted = rows.filter(({ check }) => checks.includes(check as string));
    return Object.fromEntries(wanted.map(({ check, value }) => [check, value]));
  }
});

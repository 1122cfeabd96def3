import { describe, expect, it } from 'vitest';
import type { BrowserIdentities } from '../../contract/browser-identities.ts';
import type { PublicWebsiteId, WorkspaceId } from '../../contract/ids.ts';
import type { KnownWebsite } from '../../contract/known-website.ts';
import { createCookieless } from './cookieless.ts';
import { createHitLimits } from './hit-limits.ts';
import { signExternalId } from './identity-signature.ts';
import { runSteps, steps } from './steps.ts';
import type { Arrival } from './visit.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';
const website: KnownWebsite = {
  workspaceId: 'workspace' as WorkspaceId,
  websiteId: 'ff_x' as PublicWebsiteId,
  domains: ['example.com', 'shop.test'],
  browserIdentities: 'accepted',
  identitySecret: undefined,
};

function buildSurroundings(perAddress = 100, perWebsite = 100) {
  return {
    findWebsite: async (publicId: string) => (publicId === 'ff_x' ? website : undefined),
    findSalts: async () => ['today', 'yesterday'],
    cookieless: createCookieless(),
    limits: createHitLimits(perAddress, perWebsite),
  };
}

type Changes = { options?: Record<string, string> } & Record<string, unknown>;

function buildArrival({ options = {}, ...message }: Changes, changes: Partial<Arrival> = {}): Arrival {
  const whole = {
    t: 'pageview',
    u: 'https://example.com/a',
    v: 'visitor',
    s: 'session',
    o: { websiteId: 'ff_x', ...options },
    ...message,
  };
  return {
    text: JSON.stringify(whole),
    address: '203.0.113.7',
    userAgent: chrome,
    language: 'en',
    countryHeader: '',
    isPrefetch: false,
    originHost: '',
    at: 1_000,
    ...changes,
  };
}

const drop = async (message: Changes, changes: Partial<Arrival> = {}) =>
  (await runSteps(buildArrival(message, changes), buildSurroundings())).dropped;
const visit = async (message: Changes) => (await runSteps(buildArrival(message), buildSurroundings())).visit;

describe('the steps of a hit', () => {
  it('have names', () => {
    expect(steps.every(({ name }) => name.length > 0)).toBe(true);
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  });

  it('read the message', async () => {
    expect(await drop({})).toBeUndefined();
    expect(await drop({}, { text: '{' })).toBe('invalid');
    expect(await drop({ u: 'nowhere' })).toBe('invalid');
  });

  it('stay within the limits of an address, messages that cannot be read included', async () => {
    const surroundings = buildSurroundings(3);
    const send = async (text?: string) =>
      (await runSteps(buildArrival({}, text === undefined ? {} : { text }), surroundings)).dropped;
    expect([await send('{'), await send(), await send()]).toEqual(['invalid', undefined, undefined]);
    expect([await send(), await send('{')]).toEqual(['rate_limited', 'rate_limited']);
  });

  it('stay within the limits of a website', async () => {
    const surroundings = buildSurroundings(100, 1);
    const send = async (address: string) =>
      (await runSteps(buildArrival({}, { address }), surroundings)).dropped;
    expect([await send('203.0.113.1'), await send('203.0.113.2')]).toEqual([undefined, 'rate_limited']);
  });

  it.each([
    ['another domain', { u: 'https://copy.test/' }, 'foreign_domain'],
    ['an unknown website', { options: { websiteId: 'ff_y' } }, 'unknown_website'],
    ['a local page', { u: 'http://localhost/' }, 'local'],
  ])('leave the limit of the website to its own hits: %s uses none of it', async (_name, foreign, reason) => {
    const surroundings = buildSurroundings(100, 1);
    const send = async (message: Changes) => (await runSteps(buildArrival(message), surroundings)).dropped;
    expect([await send(foreign), await send(foreign)]).toEqual([reason, reason]);
    expect([await send({}), await send({})]).toEqual([undefined, 'rate_limited']);
  });

  it('find the website', async () => {
    expect(await drop({ options: { websiteId: 'ff_y' } })).toBe('unknown_website');
    expect((await visit({})).website).toBe(website);
  });

  it.each([
    'http://localhost/',
    'http://localhost:3000/',
    'http://shop.localhost/',
    'http://127.0.0.1/',
    'http://127.8.9.10:8080/',
    'http://[::1]/',
    'http://printer.local/',
    'file:///home/page.html',
  ])('leave out %s, unless local pages are allowed', async (u) => {
    expect(await drop({ u })).toBe('local');
    expect(await drop({ u, options: { allowLocal: '' } })).toBeUndefined();
  });

  it('leave out browsers that a program drives, unless local pages are allowed', async () => {
    expect(await drop({ b: true })).toBe('automated');
    expect(await drop({ b: true, options: { allowLocal: 'true' } })).toBeUndefined();
    expect(await drop({ b: false })).toBeUndefined();
  });

  it.each([
    ['https://example.com/', undefined],
    ['https://EXAMPLE.com/', undefined],
    ['https://example.com./', undefined],
    ['https://example.com:8443/', undefined],
    ['https://www.example.com/', undefined],
    ['https://a.b.shop.test/', undefined],
    ['https://notexample.com/', 'foreign_domain'],
    ['https://example.com.evil.test/', 'foreign_domain'],
    ['https://example.org/', 'foreign_domain'],
    ['https://example.com@evil.test/', 'foreign_domain'],
    ['https://localhost.evil.test/', 'foreign_domain'],
    ['javascript:alert(1)', 'foreign_domain'],
  ])('answer %s with %s', async (u, expected) => {
    expect(await drop({ u })).toBe(expected);
  });

  it('let data-allow-local stand for local hosts alone', async () => {
    expect(await drop({ u: 'https://evil.test/', options: { allowLocal: '' } })).toBe('foreign_domain');
  });

  it('leave out bots, AI crawlers, those who say nothing, and prefetches', async () => {
    expect(await drop({}, { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe('bot');
    expect(await drop({}, { userAgent: 'GPTBot/1.3' })).toBe('bot');
    expect(await drop({}, { userAgent: '' })).toBe('bot');
    expect(await drop({}, { isPrefetch: true })).toBe('prefetch');
  });

  it('leave out and mask paths', async () => {
    const options = { exclude: '/admin*, /secret', mask: '/orders/*/items, /orders/*' };
    expect(await drop({ u: 'https://example.com/admin/x', options })).toBe('excluded');
    expect(await drop({ u: 'https://example.com/secret?a=b', options })).toBe('excluded');
    const pathOf = async (u: string, more = {}) =>
      (await visit({ u, options: { ...options, ...more } })).path;
    expect(await pathOf('https://example.com/orders/7')).toBe('/orders/*');
    expect(await pathOf('https://example.com/orders/7/items')).toBe('/orders/*/items');
    expect(await pathOf('https://example.com/other?q=1#part')).toBe('/other');
    expect(await pathOf('https://example.com/#/cart', { hash: '' })).toBe('/#/cart');
    expect(await pathOf('https://example.com/#/cart', { hash: '', exclude: '/#/admin' })).toBe('/#/cart');
    expect(await drop({ u: 'https://example.com/#/cart', options: { hash: '', exclude: '/#/c*' } })).toBe(
      'excluded',
    );
    expect(await pathOf(`https://example.com/${'a'.repeat(4_000)}`)).toHaveLength(2048);
  });

  it('weigh an identity by its signature and by what the website takes', async () => {
    const signature = signExternalId('customer-42', 'secret');
    const weigh = async (browserIdentities: BrowserIdentities, h?: string) => {
      const own = { ...website, browserIdentities, identitySecret: 'secret' };
      const surroundings = { ...buildSurroundings(), findWebsite: async () => own };
      const arrival = buildArrival({ t: 'identify', x: 'customer-42', h });
      const { visit: weighed, dropped } = await runSteps(arrival, surroundings);
      return dropped ?? weighed.identityOrigin;
    };
    expect(await weigh('accepted')).toBe('browser');
    expect(await weigh('accepted', signature)).toBe('signed');
    expect(await weigh('accepted', 'wrong')).toBe('unsigned_identity');
    expect(await weigh('signed')).toBe('unsigned_identity');
    expect(await weigh('signed', signature)).toBe('signed');
    expect(await weigh('refused')).toBe('refused_identity');
    expect(await weigh('refused', signature)).toBe('refused_identity');
  });

  it('take the ids that the script keeps, and make them where it keeps none', async () => {
    expect(await visit({})).toMatchObject({ visitorId: 'visitor', sessionId: 'session' });
    for (const missing of [{ v: undefined, s: undefined }, { v: ' ', s: ' ' }, { s: '' }]) {
      const { visitorId, sessionId } = await visit(missing);
      expect(visitorId).toMatch(/^[\w-]{27}$/);
      expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('start a new session without cookies when a campaign tag or click id comes', async () => {
    const surroundings = buildSurroundings();
    const sessionOf = async (u: string) =>
      (await runSteps(buildArrival({ u, v: undefined, s: undefined }), surroundings)).visit.sessionId;
    const plain = await sessionOf('https://example.com/');
    expect(await sessionOf('https://example.com/b?q=1')).toBe(plain);
    const tagged = await sessionOf('https://example.com/?utm_source=news');
    expect(tagged).not.toBe(plain);
    expect(await sessionOf('https://example.com/c')).toBe(tagged);
    expect(await sessionOf('https://example.com/?gclid=1')).not.toBe(tagged);
  });
});

import { describe, expect, it } from 'vitest';
import { type CookielessHit, createCookieless } from './cookieless.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const midnight = Date.UTC(2026, 2, 2);

const hit = (at: number, changes: Partial<CookielessHit> = {}): CookielessHit => ({
  salts: ['today', 'yesterday'],
  websiteId: 'ff_one',
  address: '203.0.113.7',
  userAgent: 'Browser/1',
  tags: '',
  isView: true,
  at,
  ...changes,
});

describe('the visitor of data-cookieless', () => {
  it('is the same for the same address, browser, website and salt', () => {
    const first = createCookieless().identify(hit(0));
    expect(createCookieless().identify(hit(hourMs)).visitorId).toBe(first.visitorId);
    expect(first.visitorId).toMatch(/^[\w-]{27}$/);
  });

  it.each([
    { address: '203.0.113.8' },
    { userAgent: 'Browser/2' },
    { websiteId: 'ff_two' },
    { salts: ['tomorrow', 'today'] },
    // Where one part ends and the next begins counts too.
    { address: '203.0.113.7B', userAgent: 'rowser/1' },
  ])('is another one with %j', (changes) => {
    const first = createCookieless().identify(hit(0));
    expect(createCookieless().identify(hit(0, changes)).visitorId).not.toBe(first.visitorId);
  });

  it('shows the address neither as text nor as bytes', () => {
    const { visitorId } = createCookieless().identify(hit(0));
    const shown = Buffer.from(visitorId, 'base64url');
    expect(shown.includes('203.0')).toBe(false);
    expect(shown.includes(Buffer.from([203, 0, 113, 7]))).toBe(false);
  });
});

describe('the session of data-cookieless', () => {
  it('slides: 30 minutes from the last hit, not from the first', () => {
    const cookieless = createCookieless();
    const { sessionId } = cookieless.identify(hit(0));
    expect(cookieless.identify(hit(29 * minuteMs)).sessionId).toBe(sessionId);
    expect(cookieless.identify(hit(58 * minuteMs)).sessionId).toBe(sessionId);
    expect(cookieless.identify(hit(88 * minuteMs)).sessionId).not.toBe(sessionId);
  });

  it('ends after a day, however busy', () => {
    const cookieless = createCookieless();
    const { sessionId } = cookieless.identify(hit(0));
    for (let at = 20 * minuteMs; at < 24 * hourMs; at += 20 * minuteMs) {
      expect(cookieless.identify(hit(at)).sessionId).toBe(sessionId);
    }
    expect(cookieless.identify(hit(24 * hourMs)).sessionId).not.toBe(sessionId);
  });

  it('is a new one when a campaign tag changes, and goes on where there is none', () => {
    const cookieless = createCookieless();
    const plain = cookieless.identify(hit(0)).sessionId;
    const spring = cookieless.identify(hit(1, { tags: 'utm_campaign=spring' })).sessionId;
    expect(spring).not.toBe(plain);
    expect(cookieless.identify(hit(2)).sessionId).toBe(spring);
    expect(cookieless.identify(hit(3, { tags: 'utm_campaign=spring' })).sessionId).toBe(spring);
    expect(cookieless.identify(hit(4, { tags: 'utm_campaign=summer' })).sessionId).not.toBe(spring);
  });

  it('stays the one of the newest view, whatever an older tab tells', () => {
    const cookieless = createCookieless();
    const spring = cookieless.identify(hit(0, { tags: 'utm_campaign=spring' })).sessionId;
    const summer = cookieless.identify(hit(1, { tags: 'utm_campaign=summer' })).sessionId;
    expect(summer).not.toBe(spring);
    const fromOlderTab = hit(2, { tags: 'utm_campaign=spring', isView: false });
    expect(cookieless.identify(fromOlderTab).sessionId).toBe(summer);
    expect(cookieless.identify(hit(3)).sessionId).toBe(summer);
  });

  it('is one for each website', () => {
    const cookieless = createCookieless();
    const { sessionId } = cookieless.identify(hit(0));
    expect(cookieless.identify(hit(0, { websiteId: 'ff_two' })).sessionId).not.toBe(sessionId);
  });

  it("goes on over midnight by yesterday's salt, with the visitor it had", () => {
    const cookieless = createCookieless();
    const before = cookieless.identify(hit(midnight - 5 * minuteMs, { salts: ['day 1', 'day 0'] }));
    const after = { salts: ['day 2', 'day 1'] };
    expect(cookieless.identify(hit(midnight + 5 * minuteMs, after))).toEqual(before);
    expect(cookieless.identify(hit(midnight + 30 * minuteMs, after))).toEqual(before);
    const later = cookieless.identify(hit(midnight + 60 * minuteMs, after));
    expect(later.visitorId).not.toBe(before.visitorId);
    expect(later.sessionId).not.toBe(before.sessionId);
  });

  it('is forgotten half an hour after its last hit, and the oldest above 200,000 sooner', () => {
    const cookieless = createCookieless();
    const { sessionId } = cookieless.identify(hit(0));
    for (let n = 0; n < 200_000; n += 1) cookieless.identify(hit(1, { userAgent: `Browser/${n + 2}` }));
    cookieless.identify(hit(2, { userAgent: 'Browser/0' }));
    expect(cookieless.identify(hit(3)).sessionId).not.toBe(sessionId);
    const last = cookieless.identify(hit(4, { userAgent: 'Browser/200001' })).sessionId;
    expect(cookieless.identify(hit(5, { userAgent: 'Browser/200001' })).sessionId).toBe(last);
  });
});

import { describe, expect, it } from 'vitest';
import type { AlertRule } from '../contract/alert-rule.ts';
import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { AlertFacts } from './alert-facts.ts';
import { judge } from './judge.ts';
import type { Reading } from './read-alert.ts';
import { findWindow, listWeeksBefore } from './windows.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const now = at('2026-03-03T11:01');

const alertOf = (rule: Partial<AlertRule>, watchedSince = 0): AlertFacts => ({
  id: 'id',
  workspaceId: 'workspace' as WorkspaceId,
  websiteId: 'ff_website' as PublicWebsiteId,
  websiteUuid: 'uuid' as WebsiteUuid,
  websiteName: 'example.com',
  name: 'Alert',
  rule: { metric: 'visitors', condition: 'gt', threshold: 100, windowMinutes: 60, ...rule },
  targets: [],
  segment: undefined,
  lacksSegment: false,
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  retentionDays: null,
  state: {
    firing: false,
    toldFiring: false,
    untold: 0,
    nextCheckAt: 0,
    watchedSince,
    lastMessageAt: null,
    messageBeforeAt: null,
  },
});

const figure = (value: number, more: Partial<Extract<Reading, { kind: 'figure' }>> = {}): Reading => ({
  kind: 'figure',
  window: findWindow(60, now),
  value,
  sessions: undefined,
  weeks: [],
  watched: { currency: 'EUR', others: [] },
  ...more,
});

describe('above and below', () => {
  it.each([
    ['gt', 101, true, '101 visitors, Tue 11:00 to 12:00: above 100.'],
    ['gt', 100, false, '100 visitors, Tue 11:00 to 12:00: not above 100.'],
    ['lt', 99, true, '99 visitors, Tue 11:00 to 12:00: below 100.'],
    ['lt', 100, false, '100 visitors, Tue 11:00 to 12:00: not below 100.'],
  ] as const)('%s of %d is %s', (condition, value, firing, words) => {
    expect(judge(alertOf({ condition }), figure(value), now)).toMatchObject({
      firing,
      words,
      value,
      limit: 100,
    });
  });

  it('speak of money, and of shares where there are enough sessions', () => {
    const revenue = judge(alertOf({ metric: 'revenue', threshold: 50 }), figure(61.5), now);
    expect(revenue.words).toBe('€61.50 of revenue, Tue 11:00 to 12:00: above €50.00.');
    const watched = { currency: 'USD', others: ['EUR', 'GBP'] };
    const dollars = judge(alertOf({ metric: 'revenue', threshold: 50 }), figure(61.5, { watched }), now);
    expect(dollars.words).toBe(
      '$61.50 of revenue, Tue 11:00 to 12:00: above $50.00. Only payments in USD count: those in EUR and GBP are left out.',
    );
    const rate = alertOf({ metric: 'bounce_rate', threshold: 80 });
    expect(judge(rate, figure(90, { sessions: 10 }), now)).toMatchObject({ firing: true });
    const few = judge(rate, figure(100, { sessions: 9 }), now);
    expect(few).toMatchObject({ firing: false });
    expect(few.words).toMatch(/fewer than 10 sessions/);
  });
});

describe('unusual', () => {
  const alert = alertOf({ condition: 'anomaly', threshold: null });

  it('is explained in words', () => {
    const { firing, words, limit } = judge(alert, figure(142, { weeks: [480, 512, 495, 530] }), now);
    expect(firing).toBe(true);
    expect(limit).toBe(503.5);
    expect(words).toBe(
      '142 visitors, Tue 11:00 to 12:00. In the same hours of the last four weeks it was 480, 512, 495 and 530: ' +
        'usually 503.5, give or take 23.72. This is 15.2 times that far below the usual, and 3.5 times is unusual.',
    );
    expect(judge(alert, figure(520, { weeks: [480, 512, 495, 530] }), now)).toMatchObject({
      firing: false,
      words: expect.stringContaining('which is not unusual: that begins at 3.5 times.'),
    });
  });

  it('needs three weeks', () => {
    expect(judge(alert, figure(0, { weeks: [480, 512] }), now)).toMatchObject({
      firing: false,
      words: expect.stringContaining('There are not 3 earlier weeks'),
    });
  });

  it('is not a handful of visitors where there are mostly none', () => {
    expect(judge(alert, figure(5, { weeks: [0, 0, 0, 1] }), now).firing).toBe(false);
    expect(judge(alert, figure(50, { weeks: [0, 0, 0, 1] }), now).firing).toBe(true);
  });
});

describe('no data', () => {
  const alert = alertOf({ metric: 'no_data', condition: 'lt', threshold: 1, windowMinutes: 30 });
  const silence = (more: Partial<Extract<Reading, { kind: 'silence' }>> = {}): Reading => ({
    kind: 'silence',
    since: now - 30 * 60_000,
    hits: 0,
    isInstalled: true,
    lastAt: at('2026-03-03T10:12'),
    ...more,
  });

  it('fires where nothing came, and says since when', () => {
    expect(judge(alert, silence(), now)).toMatchObject({
      firing: true,
      words:
        'No pageview and no event for 30 minutes. The last record of the website is of 3 March at 11:12.',
    });
    expect(judge(alert, silence({ hits: 1 }), now)).toMatchObject({
      firing: false,
      words: 'One pageview or event in the last 30 minutes.',
    });
  });

  it('waits for the first visit of a new website', () => {
    expect(judge(alert, silence({ isInstalled: false, lastAt: null }), now)).toMatchObject({ firing: false });
  });
});

describe('after a time in which nobody watched', () => {
  const away = at('2026-03-03T10:30');

  it('low figures say nothing until the window is whole again', () => {
    const low = alertOf({ condition: 'lt' }, away);
    expect(judge(low, figure(0), now)).toMatchObject({
      firing: false,
      words: expect.stringContaining('away'),
    });
    expect(judge(alertOf({ condition: 'lt' }, findWindow(60, now).from), figure(0), now).firing).toBe(true);
    const unusual = alertOf({ condition: 'anomaly', threshold: null }, away);
    expect(judge(unusual, figure(1, { weeks: [500, 500, 500] }), now).firing).toBe(false);
    const silent = alertOf({ metric: 'no_data', windowMinutes: 60 }, away);
    const reading: Reading = {
      kind: 'silence',
      since: now - 60 * 60_000,
      hits: 0,
      isInstalled: true,
      lastAt: null,
    };
    expect(judge(silent, reading, now).firing).toBe(false);
  });

  it('high figures are as high as ever', () => {
    expect(judge(alertOf({ condition: 'gt' }, away), figure(500), now).firing).toBe(true);
    const unusual = alertOf({ condition: 'anomaly', threshold: null }, away);
    expect(judge(unusual, figure(900, { weeks: [500, 500, 500] }), now).firing).toBe(true);
  });
});

describe('windows', () => {
  const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16);

  it('end at the last quarter of an hour that had a minute to arrive', () => {
    expect(iso(findWindow(60, at('2026-03-03T11:01')).to)).toBe('2026-03-03T11:00');
    expect(iso(findWindow(60, at('2026-03-03T11:00:59')).to)).toBe('2026-03-03T10:45');
    expect(iso(findWindow(2880, at('2026-03-03T11:14')).from)).toBe('2026-03-01T11:00');
  });

  it('are compared with the same hours on the wall, also where clocks changed', () => {
    const window = { from: at('2026-04-07T08:00'), to: at('2026-04-07T09:00') };
    expect(listWeeksBefore(window, 'Europe/Berlin').map(({ from, to }) => [iso(from), iso(to)])).toEqual([
      ['2026-03-31T08:00', '2026-03-31T09:00'],
      ['2026-03-24T09:00', '2026-03-24T10:00'],
      ['2026-03-17T09:00', '2026-03-17T10:00'],
      ['2026-03-10T09:00', '2026-03-10T10:00'],
    ]);
  });
});

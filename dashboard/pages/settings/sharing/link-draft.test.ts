import { describe, expect, it } from 'vitest';
import type { ShareLink } from '../../../api/share-links.ts';
import { beginDraft, buildSettings, pageLabels, whyNot } from './link-draft.ts';

const link: ShareLink = {
  id: '1',
  websiteId: 'w1',
  name: 'Board',
  segmentId: null,
  lacksSegment: false,
  hasPassword: true,
  expiresAt: '2026-03-01T10:20:30.000Z',
  pages: ['overview', 'events'],
  hidesRevenue: false,
  hidesVisitors: true,
  frameAncestors: ['https://a.example', 'https://*.b.example'],
  lastViewedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('a link that is filled in', () => {
  it('begins closed, and says so', () => {
    expect(buildSettings({ ...beginDraft(undefined, 'w1'), name: ' Board ' }, undefined)).toEqual({
      websiteId: 'w1',
      name: 'Board',
      pages: ['overview'],
      hidesRevenue: true,
      hidesVisitors: true,
      segmentId: null,
      password: null,
      expiresAt: null,
      frameAncestors: [],
    });
  });

  it('leaves the password and the moment of a link that nobody touched', () => {
    expect(buildSettings(beginDraft(link, ''), link)).toEqual({
      name: 'Board',
      pages: ['overview', 'events'],
      hidesRevenue: false,
      hidesVisitors: true,
      segmentId: null,
      frameAncestors: ['https://a.example', 'https://*.b.example'],
    });
  });

  it('takes away what is emptied', () => {
    const draft = { ...beginDraft(link, ''), keepsPassword: false, lastDay: '', frames: 'nobody' as const };
    expect(buildSettings(draft, link)).toMatchObject({ password: null, expiresAt: null, frameAncestors: [] });
    expect(buildSettings({ ...draft, frames: 'anybody' }, link)).toMatchObject({ frameAncestors: ['*'] });
  });

  it('works until the end of its last day', () => {
    const { expiresAt } = buildSettings({ ...beginDraft(link, ''), lastDay: '2026-05-06' }, link);
    expect(new Date(String(expiresAt)).getTime()).toBe(new Date('2026-05-06T23:59:59').getTime());
  });

  it('knows which pages cannot be shown', () => {
    const draft = beginDraft(undefined, 'w1');
    const closed = (change: object) =>
      pageLabels.filter(({ page }) => whyNot(page, { ...draft, ...change })).map(({ page }) => page);
    expect(pageLabels).toHaveLength(9);
    expect(closed({})).toEqual(['visitors', 'sessions', 'revenue']);
    expect(closed({ hidesRevenue: false, hidesVisitors: false })).toEqual([]);
    expect(closed({ hidesRevenue: false, hidesVisitors: false, segmentId: 's' })).toEqual([
      'realtime',
      'visitors',
      'sessions',
      'ai',
    ]);
  });
});

/** What the dashboard shows of the last five minutes; the stage's clock shows the midnight before April. */
import { describe, expect, it } from 'vitest';
import { buildGoal } from '../../src/ingest/build-drafts.ts';
import { liveEvents } from '../../src/reports/live-events.ts';
import { livePages } from '../../src/reports/live-pages.ts';
import { liveSources } from '../../src/reports/live-sources.ts';
import { hit, sender, useStage, website_id } from './stage.ts';

const goal = (visitor_id: string, ts: string) =>
  buildGoal(sender, { website_id, visitor_id, goal_name: 'paid', timestamp: Date.parse(ts) });

const reader = { visitor_id: 'reader', session_id: 'old' };
const buyer = { visitor_id: 'buyer', session_id: 'event' };

describe('the last five minutes', () => {
  const stage = useStage([
    hit({ ...reader, path: '/then', utm_source: 'letter' }, '2024-03-20T10:00:00Z'),
    hit({ ...reader, path: '/', utm_source: 'later' }, '2024-03-31T23:56:00Z'),
    hit({ ...reader, visitor_id: 'guest', path: '/' }, '2024-03-31T23:57:00Z'),
    hit({ ...reader, path: '/now' }, '2024-03-31T23:58:00Z'),
    hit({ ...buyer, name: 'custom', ip: 'DE', properties: { goal_name: 'signup' } }, '2024-03-31T23:58:30Z'),
    goal('buyer', '2024-03-31T23:59:00Z'),
    goal('nobody', '2024-03-31T23:59:30Z'),
  ]);

  it('have each visitor on the page viewed last', async () => {
    expect(await stage.rows(livePages, {})).toEqual([
      { path: '/', visitors: '1' },
      { path: '/now', visitors: '1' },
    ]);
  });

  it('have the source of the first record of a session, days ago, for every visitor in it', async () => {
    expect(await stage.rows(liveSources, {})).toEqual([
      { source: 'letter', channel: 'Referral', visitors: '2' },
      { source: '(direct)', channel: 'Direct', visitors: '1' },
    ]);
  });

  it('have the newest first, a custom event once and with its own country, a goal with that of its visitor', async () => {
    const rows = await stage.rows(liveEvents, {});
    expect(rows.map(({ type, name, country }) => [type, name, country])).toEqual([
      ['goal', 'paid', 'ZZ'],
      ['goal', 'paid', 'DE'],
      ['custom', 'signup', 'DE'],
      ['pageview', null, 'ZZ'],
      ['pageview', null, 'ZZ'],
      ['pageview', null, 'ZZ'],
    ]);
  });
});

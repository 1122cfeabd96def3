/** A website may identify all who are not signed in under one name: they are one person, of very many visitors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { visitorProfile } from '../../src/reports/visitor-profile.ts';
import { visitorTimeline } from '../../src/reports/visitor-timeline.ts';
import { fill, makeIdentities, makeViews } from './many-records.ts';
import { useStage } from './stage.ts';

const visitors = 50_000;
const march = { from: '2024-03-01', to: '2024-03-31', visitor_id: 'v7' };
const ts = "TIMESTAMP '2024-03-05'";

describe('a person of fifty thousand visitors', () => {
  const stage = useStage([]);

  beforeAll(() =>
    fill(stage.engine(), [
      makeIdentities(visitors, { ts, visitor: "'v' || n" }),
      // Two sessions each, and one of somebody else.
      makeViews(2 * visitors, { ts, visitor: `'v' || (n % ${visitors})`, session: "'s' || n" }),
      makeViews(1, { ts, visitor: "'other'", session: "'other'" }),
    ]),
  );

  it('has a profile of all they did', async () => {
    expect(await stage.rows(visitorProfile, march)).toMatchObject([
      { visitor_id: 'v7', identified: true, sessions: `${2 * visitors}`, pageviews: `${2 * visitors}` },
    ]);
  });

  it('has a timeline with the newest of it', async () => {
    const rows = await stage.rows(visitorTimeline, { ...march, limit: '2' });
    expect(rows).toMatchObject([
      { type: 'pageview', session_id: `s${2 * visitors - 1}` },
      { type: 'pageview', session_id: `s${2 * visitors - 2}` },
    ]);
  });
});

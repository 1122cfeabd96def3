/** A website may identify all who are not signed in under one name: they are one person, of very many visitors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { visitorProfile } from '../../src/reports/visitor-profile.ts';
import { visitorTimeline } from '../../src/reports/visitor-timeline.ts';
import { bind, sql, whole } from '../../src/store/analytics/sql.ts';
import { useStage, website_id, workspaceId } from './stage.ts';

const visitors = 50_000;
const march = { from: '2024-03-01', to: '2024-03-31', visitor_id: 'v7' };

describe('a person of fifty thousand visitors', () => {
  const stage = useStage([]);
  const place = sql`${bind.string(workspaceId)}, ${bind.string(website_id)}, toDateTime64('2024-03-05 00:00:00', 3, 'UTC')`;
  const visitor = sql`number AS seq, concat('v', toString(number % ${whole(visitors)}))`;

  beforeAll(async () => {
    await stage.fill(sql`
      INSERT INTO identities (workspace_id, website_id, ts, seq, visitor_id, external_hash, traits)
      SELECT ${place}, ${visitor}, repeat('a', 64), '{}' FROM numbers(${whole(visitors)})`);
    // Two sessions each, and one of somebody else.
    await stage.fill(sql`
      INSERT INTO hits (workspace_id, website_id, ts, seq, visitor_id, type, session_id, path)
      SELECT ${place}, ${visitor}, 'pageview', concat('s', toString(number)), '/' FROM numbers(${whole(2 * visitors)})
      UNION ALL SELECT ${place}, 0, 'other', 'pageview', 'other', '/'`);
  });

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

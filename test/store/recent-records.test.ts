/** The last days' records in the order of their time: what gets in, and what leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analytics } from '../../src/store/analytics/open-analytics.ts';
import { migrations } from '../../src/store/analytics/schema/migrations.ts';
import { type Sql, sql, stored, whole } from '../../src/store/analytics/sql.ts';
import { formatTs, recentTableName } from '../../src/store/analytics/tables.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';

const minuteMs = 60_000;
const beforeThem = migrations.filter(({ version }) => version < 5);

let layout: OpenLayout;

/** Goals of as many visitors, who lie on all nodes. */
function buildGoals(count: number, at: number) {
  return Array.from({ length: count }, (_, n) => ({
    workspace_id: 'w',
    website_id: 'ff_test',
    ts: formatTs(at),
    seq: at * 1000 + n,
    visitor_id: `v${n}`,
    session_id: '',
    name: 'goal',
    details: '{}',
    texts: {},
  }));
}

async function countRecent(analytics: Analytics): Promise<number> {
  const { data } = await analytics.query(sql`SELECT count() AS n FROM recent_records`);
  return Number(data[0]?.n);
}

/** From here on. */
function storeAsOf(moment: Sql): Promise<void> {
  return layout.analytics.run(
    sql`ALTER TABLE ${stored(recentTableName)} MODIFY COLUMN stored_at DEFAULT ${moment}`,
  );
}

describe.each(layoutNames)('recent records on %s', (name) => {
  beforeAll(async () => {
    layout = await openLayout(name, { migrations: beforeThem });
  });
  afterAll(() => layout.close());

  it('have the last hour of a database that did not have them, and what came meanwhile once', async () => {
    const { analytics, open } = layout;
    await analytics.insert('conversions', buildGoals(5, Date.now() - 120 * minuteMs), 'old');
    await analytics.insert('conversions', buildGoals(7, Date.now() - 10 * minuteMs), 'fresh');
    const migrated = await open({ migrations });
    expect(await countRecent(migrated)).toBe(7);

    await migrated.insert('conversions', buildGoals(3, Date.now()), 'afterwards');
    for (const version of [5, 9]) {
      await migrated.run(sql`DELETE FROM migrations WHERE version = ${whole(version)}`);
      expect(await countRecent(await open({ migrations }))).toBe(10);
    }
  });

  it('have a repeated record once, whenever it is repeated', async () => {
    const analytics = await layout.open({ migrations });
    const before = await countRecent(analytics);
    const goals = buildGoals(20, Date.now());
    await analytics.insert('conversions', goals, 'repeated');
    await storeAsOf(sql`now() + INTERVAL 1 DAY`);
    // Twice, so that each node takes it once.
    await analytics.insert('conversions', goals, 'repeated');
    await analytics.insert('conversions', goals, 'repeated');
    expect(await countRecent(analytics)).toBe(before + 20);
  });

  it('leave when they have been there for two days, whatever their own time', async () => {
    const analytics = await layout.open({ migrations });
    const before = await countRecent(analytics);
    const longAgo = Date.parse('2001-02-03T04:05:06Z');
    await storeAsOf(sql`now() - INTERVAL 3 DAY`);
    await analytics.insert('conversions', buildGoals(20, Date.now()), 'three days ago');
    await storeAsOf(sql`now() - INTERVAL 1 DAY`);
    await analytics.insert('conversions', buildGoals(30, longAgo), 'yesterday');
    await analytics.run(sql`OPTIMIZE TABLE ${stored(recentTableName)} FINAL`);
    expect(await countRecent(analytics)).toBe(before + 30);
  });
});

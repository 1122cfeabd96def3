/** The last days' records in the order of their time: what gets in, and what leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClickHouseEngine } from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import { migrations } from '../../src/store/analytics/clickhouse/schema/migrations.ts';
import { recentTableName } from '../../src/store/analytics/clickhouse/settled-parts.ts';
import { sql } from '../../src/store/analytics/sql.ts';
import { formatTs } from '../../src/store/analytics/tables.ts';
import { insertRows, layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

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

async function countRecent(engine: ClickHouseEngine): Promise<number> {
  const [row] = await readRows(engine, sql`SELECT count() AS n FROM recent_records`);
  return Number(row?.n);
}

/** From here on. */
function storeAsOf(moment: string): Promise<void> {
  const { command, stored } = layout;
  return command(`ALTER TABLE ${stored(recentTableName)} MODIFY COLUMN stored_at DEFAULT ${moment}`);
}

describe.each(layoutNames)('recent records on %s', (name) => {
  beforeAll(async () => {
    layout = await openLayout(name, { migrations: beforeThem });
  });
  afterAll(() => layout.close());

  it('have the last hour of a database that did not have them, and what came meanwhile once', async () => {
    const { engine, open, command } = layout;
    await insertRows(engine, 'conversions', buildGoals(5, Date.now() - 120 * minuteMs), 'old');
    await insertRows(engine, 'conversions', buildGoals(7, Date.now() - 10 * minuteMs), 'fresh');
    const migrated = await open({ migrations });
    expect(await countRecent(migrated)).toBe(7);

    await insertRows(migrated, 'conversions', buildGoals(3, Date.now()), 'afterwards');
    for (const version of [5, 9]) {
      await command(`DELETE FROM migrations WHERE version = ${version}`);
      expect(await countRecent(await open({ migrations }))).toBe(10);
    }
  });

  it('have a repeated record once, whenever it is repeated', async () => {
    const engine = await layout.open({ migrations });
    const before = await countRecent(engine);
    const goals = buildGoals(20, Date.now());
    await insertRows(engine, 'conversions', goals, 'repeated');
    await storeAsOf('now() + INTERVAL 1 DAY');
    // Twice, so that each node takes it once.
    await insertRows(engine, 'conversions', goals, 'repeated');
    await insertRows(engine, 'conversions', goals, 'repeated');
    expect(await countRecent(engine)).toBe(before + 20);
  });

  it('leave when they have been there for two days, whatever their own time', async () => {
    const { open, command, stored } = layout;
    const engine = await open({ migrations });
    const before = await countRecent(engine);
    const longAgo = Date.parse('2001-02-03T04:05:06Z');
    await storeAsOf('now() - INTERVAL 3 DAY');
    await insertRows(engine, 'conversions', buildGoals(20, Date.now()), 'three days ago');
    await storeAsOf('now() - INTERVAL 1 DAY');
    await insertRows(engine, 'conversions', buildGoals(30, longAgo), 'yesterday');
    await command(`OPTIMIZE TABLE ${stored(recentTableName)} FINAL`);
    expect(await countRecent(engine)).toBe(before + 30);
  });
});

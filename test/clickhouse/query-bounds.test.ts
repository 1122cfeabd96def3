import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type {
  ClickHouseEngine,
  ClickHouseOptions,
} from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import { bind, type Sql, sql, whole } from '../../src/store/analytics/sql.ts';
import { type EngineWatch, watchEngine } from '../harness/clickhouse/engine-watch.ts';
import {
  insertRows,
  type LayoutName,
  layoutNames,
  type OpenLayout,
  openLayout,
  readRows,
} from './layouts.ts';

/** What the servers are spared: questions nobody waits for, and too large ones. */

const layouts = new Map<LayoutName, OpenLayout>();
const watches: EngineWatch[] = [];

afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.close()));
});
afterAll(async () => {
  for (const layout of layouts.values()) await layout.close();
});

/** A store with bounds of its own, on engines that all tests of the layout share. */
async function open(name: LayoutName, options: Partial<ClickHouseOptions> = {}): Promise<ClickHouseEngine> {
  const layout = layouts.get(name) ?? (await openWithRows(name));
  layouts.set(name, layout);
  watches.push(...layout.nodeUrls.map(watchEngine));
  return layout.open(options);
}

async function openWithRows(name: LayoutName): Promise<OpenLayout> {
  const layout = await openLayout(name);
  const place = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000' };
  const rows = Array.from({ length: 8 }, (_, seq) => ({
    ...place,
    seq,
    operator: '',
    purpose: '',
    path: '/',
  }));
  await insertRows(layout.engine, 'crawls', rows, 'first');
  return layout;
}

/** Never ends by itself, on any node. */
const forEver = 1_000_000_000_000_000;
const endless = (name: number, rows: Sql = sql`numbers(${whole(forEver)})`): Sql =>
  sql`SELECT count(), ${whole(name)} AS name FROM ${rows} WHERE sipHash64(number) != 0`;
const endlessOn = (layoutName: LayoutName): Sql => {
  const cluster = layouts.get(layoutName)?.cluster;
  return cluster === undefined
    ? endless(1)
    : endless(1, sql`cluster(${bind.text(cluster)}, numbers(${whole(forEver)}))`);
};

const onEveryNode = (holds: (count: number) => boolean) =>
  Promise.all(watches.map((watch) => watch.untilUnderWay(String(forEver), holds)));
const untilUnderWay = (wanted: number) => onEveryNode((count) => count === wanted);

describe.each(layoutNames)('on %s', (name) => {
  it('a query that nobody waits for is ended on every node', async () => {
    const engine = await open(name);
    const leaving = new AbortController();
    const answer = engine
      .query(endlessOn(name), { signal: leaving.signal })
      .catch((error: Error) => error.name);
    await onEveryNode((count) => count > 0);
    leaving.abort();
    expect(await answer).toBe('QueryCancelled');
    await untilUnderWay(0);
  });

  it('rows that nobody takes any more are not read any further', async () => {
    const engine = await open(name);
    const { signal } = new AbortController();
    let taken = 0;
    for await (const rows of engine.stream(sql`SELECT number FROM numbers(${whole(forEver)})`, { signal })) {
      taken += rows.length;
      if (taken > 100) break;
    }
    await untilUnderWay(0);
  });

  it('a query over its time is refused, and ended on every node', async () => {
    const engine = await open(name, { reportTimeoutSeconds: 1 });
    await expect(readRows(engine, endlessOn(name))).rejects.toThrow('did not answer');
    await untilUnderWay(0);
    expect(await readRows(engine, sql`SELECT count() AS n FROM crawls`)).toEqual([{ n: '8' }]);
  });

  it('a query over its memory is refused, and the next one answered', async () => {
    const engine = await open(name, { reportMemoryMb: 20 });
    const large = sql`SELECT length(groupArray(number)) AS n FROM (
      SELECT number FROM numbers(20000000) WHERE (SELECT count() FROM crawls) > 0)`;
    await expect(readRows(engine, large)).rejects.toThrow('memory limit exceeded');
    await expect(readRows(engine, large)).rejects.toMatchObject({ name: 'EngineUnavailable' });
    expect(await readRows(engine, sql`SELECT count() AS n FROM crawls`)).toEqual([{ n: '8' }]);
  });
});

describe('a large report', () => {
  it('goes on on the disk where the memory ends', async () => {
    const engine = await open('one server', { reportMemoryMb: 200 });
    const rows = await readRows(
      engine,
      sql`
      SELECT count() AS n, sum(times) AS total FROM (
        SELECT sipHash64(number) AS name, count() AS times FROM numbers(6000000) GROUP BY name ORDER BY name)`,
    );
    expect(rows).toEqual([{ n: '6000000', total: '6000000' }]);
    expect(await watches[0]?.countEvents('ExternalAggregationWritePart')).toBeGreaterThan(0);
  });

  it('cannot change anything', async () => {
    const engine = await open('one server');
    await expect(readRows(engine, sql`TRUNCATE TABLE crawls`)).rejects.toThrow('readonly');
  });
});

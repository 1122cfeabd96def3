import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Analytics, AnalyticsOptions } from '../../src/store/analytics/open-analytics.ts';
import { type Sql, sql, stored, whole } from '../../src/store/analytics/sql.ts';
import { type EngineWatch, watchEngine } from '../harness/engine-watch.ts';
import { type LayoutName, layoutNames, type OpenLayout, openLayout } from './layouts.ts';

/** What the engine is spared: questions nobody waits for, the same one twice, too many at once, too large ones. */

const layouts = new Map<LayoutName, OpenLayout>();
const watches: EngineWatch[] = [];

afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.close()));
});
afterAll(async () => {
  for (const layout of layouts.values()) await layout.close();
});

/** A store with bounds of its own, on engines that all tests of the layout share. */
async function open(name: LayoutName, options: Partial<AnalyticsOptions> = {}): Promise<Analytics> {
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
  await layout.analytics.insert('crawls', rows, 'first');
  return layout;
}

/** Never ends by itself, on any node. */
const forEver = 1_000_000_000_000_000;
const endless = (name: number, rows: Sql = sql`numbers(${whole(forEver)})`): Sql =>
  sql`SELECT count(), ${whole(name)} AS name FROM ${rows} WHERE sipHash64(number) != 0`;
const endlessOn = (layoutName: LayoutName): Sql =>
  layoutName === 'one server'
    ? endless(1)
    : endless(1, sql`cluster('footfall_test', numbers(${whole(forEver)}))`);

const onEveryNode = (holds: (count: number) => boolean) =>
  Promise.all(watches.map((watch) => watch.untilUnderWay(String(forEver), holds)));
const untilUnderWay = (wanted: number) => onEveryNode((count) => count === wanted);

describe.each(layoutNames)('on %s', (name) => {
  it('a query that nobody waits for is ended on every node', async () => {
    const analytics = await open(name);
    const leaving = new AbortController();
    const answer = analytics
      .query(endlessOn(name), { signal: leaving.signal })
      .catch((error: Error) => error.name);
    await onEveryNode((count) => count > 0);
    leaving.abort();
    expect(await answer).toBe('QueryCancelled');
    await untilUnderWay(0);
  });

  it('a query over its time is refused, and ended on every node', async () => {
    const analytics = await open(name, { reportTimeoutSeconds: 1 });
    await expect(analytics.query(endlessOn(name))).rejects.toThrow('did not answer');
    await untilUnderWay(0);
    expect((await analytics.query(sql`SELECT count() AS n FROM crawls`)).data).toEqual([{ n: '8' }]);
  });

  it('a query over its memory is refused, and the next one answered', async () => {
    const analytics = await open(name, { reportMemoryMb: 20 });
    const large = sql`SELECT length(groupArray(number)) AS n FROM (
      SELECT number FROM numbers(20000000) WHERE (SELECT count() FROM crawls) > 0)`;
    await expect(analytics.query(large)).rejects.toThrow('memory limit exceeded');
    await expect(analytics.query(large)).rejects.toMatchObject({ name: 'EngineUnavailable' });
    expect((await analytics.query(sql`SELECT count() AS n FROM crawls`)).data).toEqual([{ n: '8' }]);
  });
});

describe('a large report', () => {
  it('goes on on the disk where the memory ends', async () => {
    const analytics = await open('one server', { reportMemoryMb: 200 });
    const { data } = await analytics.query(sql`
      SELECT count() AS n, sum(times) AS total FROM (
        SELECT sipHash64(number) AS name, count() AS times FROM numbers(6000000) GROUP BY name ORDER BY name)`);
    expect(data).toEqual([{ n: '6000000', total: '6000000' }]);
    expect(await watches[0]?.countEvents('ExternalAggregationWritePart')).toBeGreaterThan(0);
  });

  it('cannot change anything', async () => {
    const analytics = await open('one server');
    await expect(analytics.query(sql`TRUNCATE TABLE crawls`)).rejects.toThrow('readonly');
  });
});

describe('many reports', () => {
  it('wait for each other, and writes for none of them', async () => {
    const analytics = await open('one server', { reportsAtOnce: 2, reportTimeoutSeconds: 60 });
    const leaving = Array.from({ length: 30 }, () => new AbortController());
    const answers = leaving.map(({ signal }, index) =>
      analytics.query(endless(index), { signal }).catch((error: Error) => error.name),
    );
    await untilUnderWay(2);
    for (let n = 0; n < 20; n += 1) {
      const row = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000', seq: 100 + n };
      await analytics.insert('drops', [{ ...row, reason: 'bot', host: '', hits: 1 }], `drops ${n}`);
    }
    await untilUnderWay(2);
    // Those in front leave: the next in line get their turn.
    leaving[0]?.abort();
    leaving[1]?.abort();
    expect(await Promise.all(answers.slice(0, 2))).toEqual(['QueryCancelled', 'QueryCancelled']);
    await untilUnderWay(2);
    for (const each of leaving) each.abort();
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['QueryCancelled']));
    await untilUnderWay(0);
    const { data } = await analytics.query(sql`SELECT count() AS n FROM drops`);
    expect(data).toEqual([{ n: '20' }]);
  });

  it('are refused when their turn does not come', async () => {
    const analytics = await open('one server', { reportsAtOnce: 1, reportTimeoutSeconds: 1 });
    const answers = [1, 2, 3].map((n) => analytics.query(endless(n)).catch((error: Error) => error.name));
    expect(await Promise.all(answers)).toEqual([
      'EngineUnavailable',
      'EngineUnavailable',
      'EngineUnavailable',
    ]);
  });
});

describe('identical queries', () => {
  const question = sql`SELECT path, count() AS crawls FROM crawls GROUP BY path`;

  it('are answered by the engine once', async () => {
    const analytics = await open('one server');
    const countSelects = async () => (await watches[0]?.countEvents('SelectQuery')) ?? 0;
    const selectsOf = async (work: () => Promise<unknown>) => {
      const before = await countSelects();
      await work();
      return (await countSelects()) - before;
    };
    const watching = await selectsOf(async () => {});
    const alone = await selectsOf(() => analytics.query(question));
    expect(alone).toBeGreaterThan(watching);
    let answers: unknown[] = [];
    const together = await selectsOf(async () => {
      answers = await Promise.all(Array.from({ length: 50 }, () => analytics.query(question)));
    });
    expect(together).toBe(alone);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const different = await selectsOf(() =>
      Promise.all([1, 2, 3].map((n) => analytics.query(sql`SELECT ${whole(n)}`))),
    );
    expect(different - watching).toBe(3 * (alone - watching));
  });

  it('go on until the last who waits has left', async () => {
    const analytics = await open('one server');
    const leaving = [1, 2, 3].map(() => new AbortController());
    const answers = leaving.map(({ signal }) =>
      analytics.query(endless(1), { signal }).catch((error: Error) => error.name),
    );
    await untilUnderWay(1);
    leaving[0]?.abort();
    leaving[1]?.abort();
    expect(await Promise.all(answers.slice(0, 2))).toEqual(['QueryCancelled', 'QueryCancelled']);
    await analytics.query(question);
    await untilUnderWay(1);
    leaving[2]?.abort();
    expect(await answers[2]).toBe('QueryCancelled');
    await untilUnderWay(0);
  });

  it('are asked anew once rows were changed', async () => {
    const analytics = await open('one server');
    const leaving = new AbortController();
    const { signal } = leaving;
    const before = analytics.query(endless(1), { signal }).catch((error: Error) => error.name);
    await untilUnderWay(1);
    await analytics.run(sql`DELETE FROM ${stored('drops')} WHERE website_id = 'ff_nobody'`);
    const after = analytics.query(endless(1), { signal }).catch((error: Error) => error.name);
    await untilUnderWay(2);
    leaving.abort();
    expect(await Promise.all([before, after])).toEqual(['QueryCancelled', 'QueryCancelled']);
  });
});

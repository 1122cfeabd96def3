import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/analytics/clickhouse/schema/migrations.ts';
import { createTable, createView } from '../../src/store/analytics/clickhouse/schema/schema.ts';
import { RowRefused } from '../../src/store/analytics/engine-errors.ts';
import { sql, whole } from '../../src/store/analytics/sql.ts';
import type { CrawlRow } from '../../src/store/analytics/tables.ts';
import { canKill, insertRows, layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

/**
 * A repeated insert neither loses nor doubles rows: in its table, and in what materialized views make of them. One
 * view is slow for rows of the operator `slow`, so that there is time to end an engine when the table and the
 * other view have the rows and this one does not.
 */

const views = {
  version: 1000,
  name: 'views of crawls',
  changes: [
    createTable({
      name: 'crawls_by_operator',
      columns: 'operator String, crawls UInt64, paths AggregateFunction(uniqExact, String)',
      engine: 'AggregatingMergeTree',
      orderBy: '(operator, crawls)',
    }),
    createTable({
      name: 'crawls_by_path',
      columns: 'path String, crawls UInt64',
      engine: 'SummingMergeTree',
      orderBy: 'path',
    }),
    createView({
      name: 'crawls_into_operators',
      from: 'crawls',
      to: 'crawls_by_operator',
      select: (from) =>
        `SELECT operator, count() AS crawls, uniqExactState(path) AS paths FROM ${from} GROUP BY operator`,
    }),
    createView({
      name: 'crawls_into_paths',
      from: 'crawls',
      to: 'crawls_by_path',
      select: (from) => `SELECT path, count() AS crawls FROM ${from}
        WHERE NOT if(operator = 'slow', sleepEachRow(0.24), 0) GROUP BY path`,
    }),
  ],
};

let layout: OpenLayout;

function buildRows(operator: string, count: number): CrawlRow[] {
  return Array.from({ length: count }, (_, n) => ({
    workspace_id: 'w',
    website_id: 'ff_test',
    ts: '2024-03-01 12:00:00.000',
    seq: n * 1000,
    operator,
    purpose: 'search',
    path: `/${n % 7}`,
  }));
}

type Counts = { table: number; operators: number; paths: number };

async function countStored(node?: number): Promise<Counts> {
  const here = node === undefined ? sql`1` : sql`_shard_num = ${whole(node + 1)}`;
  const [row = {}] = await readRows(
    layout.engine,
    sql`
    SELECT (SELECT count() FROM crawls WHERE ${here}) AS table,
      (SELECT sum(crawls) FROM crawls_by_operator WHERE ${here}) AS operators,
      (SELECT sum(crawls) FROM crawls_by_path WHERE ${here}) AS paths`,
  );
  return { table: Number(row.table), operators: Number(row.operators), paths: Number(row.paths) };
}

async function untilBetween(node: number | undefined): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const { table, operators, paths } = await countStored(node);
    if (table > 0 && operators === table && paths === 0) return;
    if (Date.now() > deadline) throw new Error('The slow view was never behind.');
    await sleep(5);
  }
}

describe.each(layoutNames)('on %s', (name) => {
  beforeEach(async () => {
    layout = await openLayout(name, { migrations: [...migrations, views] });
  });
  afterEach(() => layout.close());

  const all = (rows: number) => ({ table: rows, operators: rows, paths: rows });

  it('counts a repeat once, whichever node takes it', async () => {
    // More often than there are nodes, which take inserts in turn.
    for (let times = 0; times < 3; times += 1) {
      await insertRows(layout.engine, 'crawls', buildRows('fast', 20), 'first');
      expect(await countStored()).toEqual(all(20));
    }
    await insertRows(layout.engine, 'crawls', buildRows('fast', 20), 'second');
    expect(await countStored()).toEqual(all(40));
  });

  it('stores nothing of a batch with a row that is refused, whichever table it is for', async () => {
    const place = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000', seq: 1 };
    const drop = { ...place, reason: 'bot', host: '', hits: 1 };
    const crawls = buildRows('fast', 2);
    const store = (name: string, hits: unknown) =>
      layout.engine.store({
        name,
        source: 'test',
        rows: { crawls, drops: [{ ...drop, hits: hits as number }] },
      });
    await expect(store('first', 'many')).rejects.toBeInstanceOf(RowRefused);
    expect(await countStored()).toEqual(all(0));
    await store('second', 1);
    expect(await countStored()).toEqual(all(2));
    expect(await readRows(layout.engine, sql`SELECT sum(hits) AS n FROM drops`)).toEqual([{ n: '1' }]);
  });

  it.skipIf(!canKill)('counts a repeat once after all nodes were killed', async () => {
    await insertRows(layout.engine, 'crawls', buildRows('fast', 20), 'first');
    for (const node of layout.nodeUrls.keys()) {
      await layout.killNode(node);
      await layout.startNode(node);
    }
    await insertRows(layout.engine, 'crawls', buildRows('fast', 20), 'first');
    expect(await countStored()).toEqual(all(20));
  });

  const nodes = name === 'one server' ? [0] : [0, 1];
  for (const node of nodes) {
    it.skipIf(!canKill)(
      `completes what was left undone when node ${node} was killed between the table and a view`,
      async () => {
        const insert = () => insertRows(layout.engine, 'crawls', buildRows('slow', 24), 'first');
        const cut = insert().catch((error: Error) => error.name);
        await untilBetween(name === 'one server' ? undefined : node);
        await layout.killNode(node);
        expect(await cut).toBe('EngineUnavailable');
        await layout.startNode(node);
        expect((await countStored(name === 'one server' ? undefined : node)).paths).toBe(0);

        await insert();
        expect(await countStored()).toEqual(all(24));
        await insert();
        expect(await countStored()).toEqual(all(24));
      },
    );
  }

  if (name !== 'one server') {
    it.skipIf(!canKill)('completes an insert that one of the nodes never saw', async () => {
      const insert = () => insertRows(layout.engine, 'crawls', buildRows('fast', 20), 'first');
      await layout.killNode(1);
      // Twice, so that each node takes it once.
      await expect(insert()).rejects.toThrow('did not answer');
      await expect(insert()).rejects.toThrow('did not answer');
      await layout.startNode(1);
      await insert();
      expect(await countStored()).toEqual(all(20));
      await insert();
      expect(await countStored()).toEqual(all(20));
    });
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouseEngine } from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import { migrations } from '../../src/store/analytics/clickhouse/schema/migrations.ts';
import { alterTable } from '../../src/store/analytics/clickhouse/schema/schema.ts';
import { EngineUnavailable } from '../../src/store/analytics/engine-errors.ts';
import { bind, identifier, sql } from '../../src/store/analytics/sql.ts';
import { createLease, renewedLeaseMs } from '../../src/store/control/lease.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { canKill, insertRows, layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

let layout: OpenLayout | undefined;

async function open(...options: Parameters<typeof openLayout>): Promise<OpenLayout> {
  layout = await openLayout(...options);
  return layout;
}

afterEach(async () => {
  await layout?.close();
  layout = undefined;
});

async function openSharedControl(): Promise<Control> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-control-'));
  const control = await openControl({ sqlitePath: join(folder, 'control.db') });
  onTestFinished(async () => {
    await control.close();
    await rm(folder, { recursive: true, force: true });
  });
  return control;
}

/** As a server does, which waits for the one that is at it. */
async function untilOpen(tryToOpen: () => Promise<ClickHouseEngine>): Promise<ClickHouseEngine> {
  for (;;) {
    try {
      return await tryToOpen();
    } catch (error) {
      if (!(error instanceof EngineUnavailable)) throw error;
      await sleep(10);
    }
  }
}

function readColumns(engine: ClickHouseEngine, table: string): Promise<unknown[]> {
  return readRows(
    engine,
    sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${bind.text(table)}`,
  );
}

async function readDatabase(engine: ClickHouseEngine): Promise<string> {
  const [row] = await readRows(engine, sql`SELECT currentDatabase() AS name`);
  return String(row?.name);
}

const more = {
  version: 1000,
  name: 'a column and an index',
  changes: [
    alterTable({
      table: 'crawls',
      columns: ["ADD COLUMN IF NOT EXISTS kind LowCardinality(String) DEFAULT 'page'"],
      storage: ['ADD INDEX IF NOT EXISTS by_kind kind TYPE set(10) GRANULARITY 4'],
    }),
  ],
};

describe.each(layoutNames)('the schema on %s', (name) => {
  it('is recorded on every node, and stays as it is when it is opened again', async () => {
    const { engine, open: reopen, nodeUrls } = await open(name);
    const database = await readDatabase(engine);
    const before = await readColumns(engine, 'hits');
    const again = await reopen();
    expect(await readColumns(again, 'hits')).toEqual(before);
    for (const url of nodeUrls) {
      // Every node answers for itself here, as a server of a database without tables of ours would.
      const node = await reopen({ url: new URL(`/${database}_other`, url).href, cluster: undefined });
      const rows = await readRows(
        node,
        sql`SELECT arraySort(groupArray(version)) AS versions FROM ${identifier(database)}.migrations`,
      );
      expect(rows).toEqual([{ versions: migrations.map(({ version }) => version) }]);
    }
  });

  it('is the same where several servers make it at once', async () => {
    const { engine, open: reopen, nodeUrls } = await open(name);
    const database = await readDatabase(engine);
    const url = nodeUrls.map((each) => new URL(`/${database}_other`, each).href).join(',');
    const control = await openSharedControl();
    const migrating = () => createLease(control, 'schema', Date.now, renewedLeaseMs);
    const first = migrating();
    expect(await first.take()).toBe(true);
    await expect(reopen({ url, migrating: migrating() })).rejects.toThrow(EngineUnavailable);
    await first.release();
    const servers = [1, 2, 3].map(() => untilOpen(() => reopen({ url, migrating: migrating() })));
    await Promise.all(servers);
    const describeTables = (named: string) =>
      readRows(
        engine,
        sql`
        SELECT table, groupArray((name, type, default_expression)) AS columns, any(partition_key), any(sorting_key)
        FROM system.columns INNER JOIN (
          SELECT name AS table, partition_key, sorting_key FROM system.tables WHERE database = ${bind.text(named)}
        ) AS made USING (table)
        WHERE database = ${bind.text(named)} GROUP BY table ORDER BY table`,
      );
    const tables = await describeTables(`${database}_other`);
    expect(tables.length).toBeGreaterThan(20);
    expect(tables).toEqual(await describeTables(database));
  });

  it('opens the days that were settled before it knew visits, and keeps no row of what it had then', async () => {
    const older = migrations.filter(({ version }) => version < 11);
    const { engine, command, stored, open: reopen } = await open(name, { migrations: older });
    await command(`INSERT INTO ${stored('settlements')} (workspace_id, website_id, part, day, revision, build)
      VALUES ('w', 's', 'traffic', '2024-03-01', 1, 1), ('w', 't', 'credits', '2024-03-01', 1, 1)`);
    await command(`INSERT INTO ${stored('settled_pages')} (workspace_id, website_id, day, build, path, views)
      VALUES ('w', 's', '2024-03-01', 1, '/', 1)`);
    const count = async (store: ClickHouseEngine, table: string) =>
      Number((await readRows(store, sql`SELECT count() AS n FROM ${identifier(table)}`))[0]?.n);
    expect(await count(engine, 'settlements')).toBeGreaterThan(0);
    const migrated = await reopen({ migrations });
    for (const table of ['settlements', 'settled_visits', 'settled_pages', 'settled_credits', 'stray_hits']) {
      expect([table, await count(migrated, table)]).toEqual([table, 0]);
    }
    expect(await readColumns(migrated, 'settled_sessions')).toEqual([]);
    expect(await readColumns(migrated, 'settled_pages')).toContainEqual({
      name: 'timed_views',
      type: 'UInt32',
    });
  });

  it('shows hits as they were once they take less of the disk', async () => {
    const older = migrations.filter(({ version }) => version < 10);
    const { engine, open: reopen } = await open(name, { migrations: older });
    const buildHit = (path: string, index: number) => ({
      workspace_id: 'w',
      website_id: 's',
      ts: `2024-03-0${1 + index} 12:00:00.00${index}`,
      seq: 1_709_294_400_000_000 - index,
      visitor_id: `v${index}`,
      type: index === 3 ? ('leave' as const) : ('pageview' as const),
      session_id: `s${index}`,
      path,
      view: 1_709_294_400_000 * index,
    });
    const hits = ['/', '/pricing', '/pricing', '/zürich'].map(buildHit);
    await insertRows(engine, 'hits', hits, 'first');
    const readHits = (store: ClickHouseEngine) => {
      const columns = sql`ts, seq, visitor_id, visitor_hash, type, session_id, session_hash, toString(path), view`;
      return readRows(store, sql`SELECT ${columns} FROM hits ORDER BY ts`);
    };
    const before = await readHits(engine);
    expect(before).toHaveLength(4);
    const again = await reopen({ migrations });
    expect(await readHits(again)).toEqual(before);
    await insertRows(again, 'hits', [buildHit('/', 4)], 'second');
    const counted = sql`SELECT path, count() AS hits FROM hits GROUP BY path ORDER BY path`;
    expect(await readRows(again, counted)).toEqual([
      { path: '/', hits: '2' },
      { path: '/pricing', hits: '2' },
      { path: '/zürich', hits: '1' },
    ]);
  });

  it('trusts identities least that were stored before it knew whose word they are', async () => {
    const older = migrations.filter(({ version }) => version < 13);
    const { engine, open: reopen } = await open(name, { migrations: older });
    const place = { workspace_id: 'w', website_id: 's', ts: '2024-03-01 12:00:00.000' };
    const identity = { ...place, external_hash: 'a'.repeat(64), traits: '{}' };
    await insertRows(engine, 'identities', [{ ...identity, seq: 1, visitor_id: 'old' }], 'first');
    const again = await reopen({ migrations });
    const goal = {
      ...place,
      seq: 2,
      visitor_id: 'new',
      session_id: '',
      name: 'signup',
      details: '{}',
      texts: {},
      is_automatic: false,
    };
    // Beside another table, so that the row is tried first.
    const rows = {
      conversions: [goal],
      identities: [{ ...identity, seq: 2, visitor_id: 'new', trust: 2 as const }],
    };
    await again.store({ name: 'second', source: 'test', rows });
    const trusts = await readRows(
      again,
      sql`SELECT visitor_id, toString(trust) AS trust FROM identities ORDER BY seq`,
    );
    expect(trusts).toEqual([
      { visitor_id: 'old', trust: '0' },
      { visitor_id: 'new', trust: '2' },
    ]);
  });

  it('takes a later change to a table that has rows, by several servers at once', async () => {
    const { engine, open: reopen } = await open(name);
    const row = {
      workspace_id: 'w',
      website_id: 's',
      ts: '2024-03-01 12:00:00.000',
      operator: '',
      purpose: '',
    };
    const rows = [1, 2, 3, 4].map((seq) => ({ ...row, seq, path: '/' }));
    await insertRows(engine, 'crawls', rows, 'first');
    const steps = { migrations: [...migrations, more] };
    const stores = await Promise.all([reopen(steps), reopen(steps), reopen(steps)]);
    for (const changed of stores) {
      expect(await readColumns(changed, 'crawls')).toContainEqual({
        name: 'kind',
        type: 'LowCardinality(String)',
      });
      const counted = sql`SELECT kind, count() AS crawls FROM crawls GROUP BY kind`;
      expect(await readRows(changed, counted)).toEqual([{ kind: 'page', crawls: '4' }]);
    }
  });
});

describe.skipIf(!canKill)('a store that is opened as what it is not', () => {
  it('says that a cluster must be named, all of it, in one database', async () => {
    const { open: reopen, nodeUrls } = await open('a cluster of two shards');
    const [first, second] = nodeUrls as [string, string];
    await expect(reopen({ url: first, cluster: undefined })).rejects.toThrow(
      'holds the tables of a cluster: set CLICKHOUSE_CLUSTER',
    );
    await expect(reopen({ url: first })).rejects.toThrow(
      'has 2 shards, and CLICKHOUSE_URL lists 1 addresses',
    );
    await expect(reopen({ cluster: 'unheard_of' })).rejects.toThrow('has 0 shards');
    await expect(reopen({ url: `${first}/one,${second}/two` })).rejects.toThrow('the same database');
  });

  it('says that a cluster needs a database of its own', async () => {
    const { open: reopen } = await open('one server');
    await expect(reopen({ cluster: 'footfall_test' })).rejects.toThrow(
      'holds the tables of a single server: name a new database',
    );
  });
});

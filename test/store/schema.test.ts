import { afterEach, describe, expect, it } from 'vitest';
import type { Analytics } from '../../src/store/analytics/open-analytics.ts';
import { migrations } from '../../src/store/analytics/schema/migrations.ts';
import { alterTable } from '../../src/store/analytics/schema/schema.ts';
import { bind, sql, stored } from '../../src/store/analytics/sql.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';

let layout: OpenLayout | undefined;

async function open(...options: Parameters<typeof openLayout>): Promise<OpenLayout> {
  layout = await openLayout(...options);
  return layout;
}

afterEach(async () => {
  await layout?.close();
  layout = undefined;
});

async function readColumns(analytics: Analytics, table: string): Promise<unknown[]> {
  const { data } = await analytics.query(
    sql`SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = ${bind.string(table)}`,
  );
  return data;
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
    const { analytics, open: reopen, nodeUrls } = await open(name);
    await expect(analytics.query(sql`SELECT count() FROM ${stored('hits')}`)).rejects.toThrow('change rows');
    const before = await readColumns(analytics, 'hits');
    const again = await reopen();
    expect(await readColumns(again, 'hits')).toEqual(before);
    for (const url of nodeUrls) {
      // Every node answers for itself here, as a server of a database without tables of ours would.
      const node = await reopen({ url: `${url}/other`, cluster: undefined });
      const { data } = await node.query(
        sql`SELECT arraySort(groupArray(version)) AS versions FROM footfall.migrations`,
      );
      expect(data).toEqual([{ versions: migrations.map(({ version }) => version) }]);
    }
  });

  it('is the same where several servers make it at once', async () => {
    const { analytics, open: reopen, nodeUrls } = await open(name);
    const url = nodeUrls.map((each) => `${each}/other`).join(',');
    await Promise.all([reopen({ url }), reopen({ url }), reopen({ url })]);
    const describeTables = async (database: string) => {
      const { data } = await analytics.query(sql`
        SELECT table, groupArray((name, type, default_expression)) AS columns, any(partition_key), any(sorting_key)
        FROM system.columns INNER JOIN (
          SELECT name AS table, partition_key, sorting_key FROM system.tables WHERE database = ${bind.string(database)}
        ) AS made USING (table)
        WHERE database = ${bind.string(database)} GROUP BY table ORDER BY table`);
      return data;
    };
    const tables = await describeTables('other');
    expect(tables.length).toBeGreaterThan(20);
    expect(tables).toEqual(await describeTables('footfall'));
  });

  it('opens the days that were settled before it counted their visitors', async () => {
    const older = migrations.filter(({ version }) => version < 8);
    const { analytics, open: reopen } = await open(name, { migrations: older });
    await analytics.derive(sql`
      INSERT INTO settlements (workspace_id, website_id, part, day, revision, build)
      VALUES ('w', 's', 'traffic', '2024-03-01', 1, 1), ('w', 't', 'traffic', '2024-03-01', 1, 1)`);
    const countSettled = async (store: Analytics) =>
      (await store.query(sql`SELECT count() AS days FROM settlements`)).data;
    expect(await countSettled(analytics)).toEqual([{ days: '2' }]);
    expect(await countSettled(await reopen({ migrations }))).toEqual([{ days: '0' }]);
  });

  it('shows hits as they were once they take less of the disk', async () => {
    const older = migrations.filter(({ version }) => version < 10);
    const { analytics, open: reopen } = await open(name, { migrations: older });
    const buildHit = (path: string, index: number) =>
      JSON.stringify({
        workspace_id: 'w',
        website_id: 's',
        ts: `2024-03-0${1 + index} 12:00:00.00${index}`,
        seq: 1_709_294_400_000_000 - index,
        visitor_id: `v${index}`,
        type: index === 3 ? 'leave' : 'pageview',
        session_id: `s${index}`,
        path,
        view: 1_709_294_400_000 * index,
      });
    const hits = ['/', '/pricing', '/pricing', '/zürich'].map(buildHit);
    await analytics.insert('hits', hits, 'first');
    const readHits = async (store: Analytics) => {
      const columns = sql`ts, seq, visitor_id, visitor_hash, type, session_id, session_hash, toString(path), view`;
      return (await store.query(sql`SELECT ${columns} FROM hits ORDER BY ts`)).data;
    };
    const before = await readHits(analytics);
    expect(before).toHaveLength(4);
    const again = await reopen({ migrations });
    expect(await readHits(again)).toEqual(before);
    await again.insert('hits', [buildHit('/', 4)], 'second');
    const { data } = await again.query(
      sql`SELECT path, count() AS hits FROM hits GROUP BY path ORDER BY path`,
    );
    expect(data).toEqual([
      { path: '/', hits: '2' },
      { path: '/pricing', hits: '2' },
      { path: '/zürich', hits: '1' },
    ]);
  });

  it('takes a later change to a table that has rows, by several servers at once', async () => {
    const { analytics, open: reopen } = await open(name);
    const row = {
      workspace_id: 'w',
      website_id: 's',
      ts: '2024-03-01 12:00:00.000',
      operator: '',
      purpose: '',
    };
    const rows = [1, 2, 3, 4].map((seq) => ({ ...row, seq, path: '/' }));
    await analytics.insert('crawls', rows, 'first');
    const steps = { migrations: [...migrations, more] };
    const stores = await Promise.all([reopen(steps), reopen(steps), reopen(steps)]);
    for (const changed of stores) {
      expect(await readColumns(changed, 'crawls')).toContainEqual({
        name: 'kind',
        type: 'LowCardinality(String)',
      });
      const { data } = await changed.query(sql`SELECT kind, count() AS crawls FROM crawls GROUP BY kind`);
      expect(data).toEqual([{ kind: 'page', crawls: '4' }]);
    }
  });
});

describe('a store that is opened as what it is not', () => {
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

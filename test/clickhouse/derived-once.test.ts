/** What a question names in several places lies in temporary tables, which nothing may leave behind. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { translateErrors } from '../../src/store/analytics/clickhouse/errors.ts';
import { createQuestioner } from '../../src/store/analytics/clickhouse/http-question.ts';
import { DerivedOnce, type Sql, sql, whole } from '../../src/store/analytics/sql.ts';
import { type EngineWatch, watchEngine } from '../harness/clickhouse/engine-watch.ts';
import { insertRows, layoutNames, type OpenLayout, openLayout, readRows } from './layouts.ts';

const forEver = 1_000_000_000_000_000;
const temporaryTables = sql`(
  SELECT count() AS n FROM system.parts WHERE active AND database = '_temporary_and_external_tables')`;
const crawls = () => new DerivedOnce(sql`SELECT path, seq FROM crawls`);

/** Names what it reads twice. */
const twice = (rows: DerivedOnce, shown: Sql): Sql =>
  sql`SELECT ${shown} FROM ${rows} AS one INNER JOIN ${rows} AS other ON one.seq = other.seq`;

describe.each(layoutNames)('on %s', (name) => {
  let layout: OpenLayout;
  let watches: EngineWatch[] = [];

  beforeAll(async () => {
    layout = await openLayout(name);
    const place = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000' };
    const rows = ['/a', '/b', '/c'].map((path, seq) => ({ ...place, seq, operator: '', purpose: '', path }));
    await insertRows(layout.engine, 'crawls', rows, 'first');
    watches = layout.nodeUrls.map(watchEngine);
  });
  afterEach(() => Promise.all(watches.map((watch) => watch.untilNoTemporaryTables())));
  afterAll(async () => {
    await Promise.all(watches.map((watch) => watch.close()));
    await layout.close();
  });

  it('a question is answered from them', async () => {
    const rows = crawls();
    const shown = sql`arraySort(groupArray(one.path)) AS paths, (SELECT n FROM ${temporaryTables}) AS tables`;
    expect(await readRows(layout.engine, twice(rows, shown))).toEqual([
      { paths: ['/a', '/b', '/c'], tables: '1' },
    ]);
  });

  it('they are looked for and joined beside the rows of all nodes', async () => {
    const rows = new DerivedOnce(sql`SELECT path, seq FROM crawls WHERE path != '/b'`);
    const question = sql`
      SELECT crawl.path AS path, found.seq AS seq FROM (SELECT path, seq FROM crawls) AS crawl
      INNER JOIN ${rows} AS found ON crawl.path = found.path
      WHERE path IN (SELECT path FROM ${rows}) ORDER BY path`;
    expect(await readRows(layout.engine, question)).toEqual([
      { path: '/a', seq: '0' },
      { path: '/c', seq: '2' },
    ]);
  });

  it('an answer tells what was read for all of it', async () => {
    const { signal } = new AbortController();
    const ask = (question: Sql) => layout.engine.query(question, { signal });
    const once = await ask(sql`SELECT count() FROM crawls WHERE path != ''`);
    const { statistics } = await ask(twice(crawls(), sql`count() AS n`));
    expect(once.statistics.rows_read).toBe(3);
    expect(statistics.rows_read).toBe(9);
  });

  it('a question that fails leaves none', async () => {
    const failing = twice(crawls(), sql`throwIf(count() > 0, 'as meant')`);
    await expect(readRows(layout.engine, failing)).rejects.toThrow('as meant');
    const inTable = new DerivedOnce(sql`SELECT throwIf(seq >= 0, 'as meant too') AS seq FROM ${crawls()}`);
    await expect(readRows(layout.engine, twice(inTable, sql`count()`))).rejects.toThrow('as meant too');
  });

  it('a question that nobody waits for leaves none, and is ended', async () => {
    const rows = crawls();
    const endless = new DerivedOnce(
      sql`SELECT number AS seq FROM numbers(${whole(forEver)}) WHERE number IN (SELECT seq FROM ${rows})`,
    );
    const leaving = new AbortController();
    const question = sql`SELECT count() FROM ${rows} AS first, ${endless} AS one, ${endless} AS other`;
    const answer = layout.engine
      .query(question, { signal: leaving.signal })
      .catch((error: Error) => error.name);
    const underWay = async () =>
      (await Promise.all(watches.map((watch) => watch.underWay(String(forEver))))).some((count) => count > 0);
    await expect.poll(underWay, { timeout: 20_000 }).toBe(true);
    leaving.abort();
    expect(await answer).toBe('QueryCancelled');
    await expect.poll(underWay, { timeout: 20_000 }).toBe(false);
  });

  it('the time of a report is that of all its tables together', async () => {
    const engine = await layout.open({ reportTimeoutSeconds: 2 });
    const slow = (step: number) =>
      new DerivedOnce(sql`
        SELECT number + sleepEachRow(0.1) AS seq FROM numbers(12) WHERE number < ${whole(step)} SETTINGS max_block_size = 1`);
    const [one, other] = [slow(100), slow(101)];
    const question = sql`SELECT count() FROM ${one} AS a, ${one} AS b, ${other} AS c, ${other} AS d`;
    await expect(readRows(engine, question)).rejects.toMatchObject({ name: 'EngineUnavailable' });
  });

  it('a node that has lost them is an engine that is away', async () => {
    const { origin, username, password } = new URL(layout.nodeUrls[0] as string);
    const questioner = createQuestioner({
      endpoint: origin,
      database: 'system',
      username,
      password,
      connections: 1,
    });
    const session = { id: 'of a node that was started anew', place: 'further' } as const;
    const statement = { text: 'SELECT 1', parameters: {} };
    const ask = () => questioner.ask({ statement, settings: {}, session }, new AbortController().signal);
    await expect(translateErrors(ask)).rejects.toMatchObject({ name: 'EngineUnavailable' });
    questioner.close();
  });
});

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../../src/store/lock-data-directory.ts';
import { openDataDirectory, readDataDirectory } from '../faults/stored-records.ts';
import { type CliResult, runCli } from '../harness/server-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-rebuild-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (words: string[], more = {}): Promise<CliResult> =>
  runCli(words, { FOOTFALL_DATA_DIR: folder, DATABASE_URL: '', CLICKHOUSE_URL: '', PORT: '0', ...more });

function expectFailed({ code, stdout, stderr }: CliResult, reason: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(reason);
  expect(stderr.trim().split('\n')).toHaveLength(1);
}

/** Two sessions, whose visits were then lost. */
async function storeRecords(alsoDone: readonly string[] = []): Promise<void> {
  const engine = await openDataDirectory(folder);
  const hits = [1, 2, 3].map((seq) => ({
    ...{ workspace_id: 'w', website_id: 'ff_site', ts: `2024-03-20 00:00:0${seq}.000`, seq },
    ...{
      visitor_id: 'v',
      type: 'pageview' as const,
      session_id: `s${seq % 2}`,
      path: `/${seq}`,
      view: 0,
      visible_ms: 0,
    },
    ...noFacts,
  }));
  await engine.store({ name: 'batch', source: 'test', rows: { hits } });
  await engine.close();
  const instance = await DuckDBInstance.create(join(folder, 'analytics.duckdb'));
  const connection = await instance.connect();
  for (const statement of ['DELETE FROM visits', ...alsoDone]) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

describe('footfall rebuild', () => {
  it('derives everything anew from the records, and says how long it took', async () => {
    await storeRecords();
    const lost = (await readDataDirectory(folder)).derived;
    expect(lost.kept).not.toEqual(lost.counted);
    const { code, stdout, stderr } = await run(['rebuild', '--json']);
    expect({ code, answer: JSON.parse(stdout) }).toEqual({
      code: 0,
      answer: { rebuilt: true, seconds: expect.any(Number) },
    });
    expect(stderr).toMatch(/^Deriving: \d+ %\n/);
    const { kept, counted } = (await readDataDirectory(folder)).derived;
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ pageviews: 3, sessions: 2 });
  });

  it('that was cut short is done by whoever opens the file next', async () => {
    await storeRecords(['CREATE TABLE unfinished_rebuild (began_at TIMESTAMP)']);
    await (await openDataDirectory(folder)).close();
    const { kept, counted } = (await readDataDirectory(folder)).derived;
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ pageviews: 3, sessions: 2 });
  });

  it('leaves a directory alone that a server runs on', async () => {
    await storeRecords();
    const lock = lockDataDirectory(folder);
    try {
      expectFailed(await run(['rebuild']), /Another Footfall server .* is using .*Stop it first/);
    } finally {
      lock.release();
    }
    expect((await run(['rebuild'])).stdout).toMatch(/Derived visits, pages and credits .* anew in /);
  });

  it('makes nothing where there is nothing', async () => {
    const elsewhere = join(folder, 'wrong');
    const wrong = await run(['rebuild'], { FOOTFALL_DATA_DIR: elsewhere });
    expectFailed(wrong, /no records to rebuild from: .*wrong.analytics\.duckdb does not exist/);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not for a ClickHouse', async () => {
    const clickhouse = await run(['rebuild'], { CLICKHOUSE_URL: 'http://127.0.0.1:9' });
    expectFailed(clickhouse, /CLICKHOUSE_URL is set/);
  });
});

describe('a data directory of a release whose engine was ClickHouse', () => {
  it('is refused, and nothing in it is touched', async () => {
    await mkdir(join(folder, 'clickhouse/data'), { recursive: true });
    await writeFile(join(folder, 'control.sqlite'), '');
    const refused = /could not start: .*clickhouse holds the records of an earlier release.*Nothing in it/;
    expectFailed(await run(['serve']), refused);
    expectFailed(await run(['demo']), refused);
    const left = await readdir(folder, { recursive: true });
    expect(left.sort()).toEqual(['clickhouse', 'clickhouse/data', 'control.sqlite']);
  });
});

const noFacts = {
  ...{ referrer_host: '', referrer_domain: '', channel: '', keyword: '', utm_source: '', utm_medium: '' },
  ...{ utm_campaign: '', utm_term: '', utm_content: '', country: '', device: '', browser: '' },
  ...{ browser_version: '', os: '', os_version: '', language: '', ai_operator: '' },
};

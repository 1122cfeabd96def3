/** A file that cannot be used: one sentence says what is wrong with it and what to do, and nothing in it is changed. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { refuseEarlierEngine } from '../../src/store/analytics/duckdb/earlier-engine.ts';
import { buildFileError, EngineFileError } from '../../src/store/analytics/duckdb/engine-file-error.ts';
import { linkedFacts } from '../../src/store/analytics/duckdb/previous-visits.ts';
import {
  type EngineProcessOptions,
  type ProcessEngine,
  startEngineProcess,
} from '../../src/store/analytics/duckdb/process/start-engine-process.ts';
import { schemaVersion } from '../../src/store/analytics/duckdb/schema.ts';
import { EngineUnavailable } from '../../src/store/analytics/engine-errors.ts';
import { sql } from '../../src/store/analytics/sql.ts';
import { factNames, type SessionFacts } from '../../src/store/analytics/tables.ts';
import { canMount, mountSmallDisk } from '../faults/small-disk.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const patience = { timeout: 30_000, interval: 50 };
const headerBytes = 4096;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const pathIn = (folder: string) => join(folder, 'analytics.duckdb');

function buildOptions(folder: string): EngineProcessOptions {
  return {
    path: pathIn(folder),
    temporaryDirectory: join(folder, 'engine-temp'),
    memoryLimitMb: 256,
    temporaryLimitMb: 256,
    reportsAtOnce: 2,
    log: silent,
  };
}

async function startOn(folder: string, waitForPredecessorMs = 0): Promise<ProcessEngine> {
  const engine = await startEngineProcess({ ...buildOptions(folder), waitForPredecessorMs });
  onTestFinished(() => engine.close());
  return engine;
}

/** The links as they were before version 5: slots. */
const asWithSlots = linkedFacts.flatMap((fact) => [
  `ALTER TABLE visits RENAME earlier_${fact} TO previous_${fact}`,
  `UPDATE visits SET previous_${fact} = previous - previous_${fact}`,
]);

function buildHit(session: string, day: number, facts: Partial<SessionFacts>) {
  const none = Object.fromEntries(factNames.map((fact) => [fact, ''])) as Record<keyof SessionFacts, string>;
  const place = { workspace_id: 'w', website_id: 'ff_site', ts: `2024-03-0${day} 00:00:00.000`, seq: day };
  const view = { type: 'pageview' as const, path: '/', view: 0, visible_ms: 0 };
  return { ...place, visitor_id: 'v', session_id: session, ...view, ...none, ...facts };
}

let wholeFile: Buffer;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-file-'));
  const engine = await startEngineProcess(buildOptions(folder));
  await engine.store(buildBatch('first', 100));
  await engine.close();
  wholeFile = await readFile(pathIn(folder));
  await rm(folder, { recursive: true, force: true });
});

/** A whole file, that nobody has open. */
async function makeFile(folder: string): Promise<string> {
  await writeFile(pathIn(folder), wholeFile);
  return pathIn(folder);
}

function buildBatch(name: string, count: number, text = '') {
  const row = (seq: number) => ({
    ...{ workspace_id: 'w', website_id: 'ff_site', ts: '2024-03-20 00:00:00.000', seq },
    ...{ reason: 'bot', host: `${seq} ${text}`, hits: 1 },
  });
  return {
    name,
    source: 'test',
    rows: { drops: Array.from({ length: count }, (_, seq) => row(seq)) },
  };
}

async function countDrops(engine: ProcessEngine): Promise<number> {
  const question = sql`SELECT count(*) AS n FROM drops`;
  const { rows } = await engine.query(question, { signal: new AbortController().signal });
  return Number(rows[0]?.n);
}

async function expectRefusal(folder: string, kind: EngineFileError['kind'], advice: RegExp): Promise<void> {
  const path = pathIn(folder);
  const before = await readFile(path).catch(() => undefined);
  const error = await startOn(folder).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EngineFileError);
  expect((error as EngineFileError).kind).toBe(kind);
  expect((error as EngineFileError).message).toMatch(advice);
  expect((error as EngineFileError).message).toContain(path);
  expect((await readFile(path).catch(() => undefined))?.equals(before ?? Buffer.alloc(0))).toBe(
    before ? true : undefined,
  );
}

/** As it is, by somebody who has it open alone. */
async function changeFile(path: string, statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}

describe('a file is refused', () => {
  it.each([
    { is: 'is something else', damage: (path: string) => writeFile(path, 'hello '.repeat(5_000)) },
    { is: 'is empty', damage: (path: string) => writeFile(path, '') },
    { is: 'is cut in its head', damage: (path: string) => truncate(path, 5_000) },
    { is: 'is cut in its body', damage: (path: string) => truncate(path, 3 * headerBytes + 1_000) },
    { is: 'has other bytes in it', damage: scramble },
  ])('that $is', async ({ damage }) => {
    const folder = await makeFolder();
    await damage(await makeFile(folder));
    await expectRefusal(folder, 'damaged', /could not start: .* is damaged: put back a copy/);
  });

  it('that another process uses, which goes on', async () => {
    const folder = await makeFolder();
    const first = await startOn(folder);
    await first.store(buildBatch('first', 3));
    await expect(startOn(folder)).rejects.toThrow(
      /another process already uses .*analytics\.duckdb.*FOOTFALL_DATA_DIR/,
    );
    expect(await countDrops(first)).toBe(3);
  });

  it('that another process uses, unless it is let go in time', async () => {
    const folder = await makeFolder();
    const first = await startOn(folder);
    const second = startOn(folder, 20_000);
    await first.store(buildBatch('first', 3));
    await first.close();
    expect(await countDrops(await second)).toBe(3);
  });

  it('that a newer version of DuckDB made', async () => {
    const folder = await makeFolder();
    const path = await makeFile(folder);
    const file = await readFile(path);
    expect(file.readBigUInt64LE(0)).toBe(checksumOf(file.subarray(8, headerBytes)));
    file.writeBigUInt64LE(999n, 12);
    file.writeBigUInt64LE(checksumOf(file.subarray(8, headerBytes)), 0);
    await writeFile(path, file);
    await expectRefusal(folder, 'newer', /was made by a newer version of Footfall/);
  });

  it('that a newer version of Footfall made', async () => {
    const folder = await makeFolder();
    const path = await makeFile(folder);
    await changeFile(path, [`UPDATE schema_version SET version = ${schemaVersion + 1}`]);
    await expectRefusal(folder, 'newer', /was made by a newer version of Footfall/);
  });

  it.skipIf(process.getuid?.() === 0 && !canMount())('that may not be written to', async () => {
    const folder = await makeFolder();
    await makeFile(folder);
    await forbidWriting(folder);
    await expectRefusal(folder, 'not-writable', /may not write to .*: give the user that runs Footfall/);
  });

  it.skipIf(process.getuid?.() === 0 && !canMount())('where none may be made', async () => {
    const folder = await makeFolder();
    await forbidWriting(folder);
    await expectRefusal(folder, 'not-writable', /may not write to .*: give the user that runs Footfall/);
  });
});

it('brings a file of an earlier version to this one', async () => {
  const folder = await makeFolder();
  const path = await makeFile(folder);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  for (const statement of asWithSlots) await connection.run(statement);
  await connection.run('ALTER TABLE conversions DROP COLUMN is_automatic');
  await connection.run('ALTER TABLE identities DROP COLUMN trust');
  await connection.run('DROP TABLE sites');
  for (const table of ['visits', 'pages', 'page_days', 'credits']) {
    await connection.run(`ALTER TABLE ${table} DROP COLUMN site`);
  }
  await connection.run("INSERT INTO pages VALUES ('w', 'ff_site', 1, 1, '/', 1, 0, 0, 0, -1)");
  await connection.run(`
    INSERT INTO conversions
    VALUES ('w', 'ff_site', '2024-03-20', 1, 'v', 1, 's', 1, 'signup', '{}', MAP {})`);
  await connection.run('UPDATE schema_version SET version = 1');
  connection.closeSync();
  instance.closeSync();

  const engine = await startOn(folder);
  const question = sql`
    SELECT name, is_automatic, version, pages.site, sites.website_id
    FROM conversions CROSS JOIN schema_version CROSS JOIN pages INNER JOIN sites ON pages.site = sites.site`;
  const { rows } = await engine.query(question, { signal: new AbortController().signal });
  expect(rows).toEqual([
    { name: 'signup', is_automatic: false, version: schemaVersion, site: 1, website_id: 'ff_site' },
  ]);
  expect(await countDrops(engine)).toBe(100);
});

describe.skipIf(!canMount())('a full disk', () => {
  it('is named, and leaves nothing behind that would be in the way later', async () => {
    const folder = await makeFolder();
    const disk = mountSmallDisk(folder, 16);
    onTestFinished(() => disk.remove());
    disk.fill(0);
    await expectRefusal(folder, 'disk-full', /the disk that holds .* is full: make room on it/);
    disk.makeRoom();
    expect(await countDrops(await startOn(folder))).toBe(0);
  });

  it('refuses batches for a while, and loses nothing', async () => {
    const folder = await makeFolder();
    const disk = mountSmallDisk(folder, 64);
    onTestFinished(() => disk.remove());
    const engine = await startOn(folder);
    await engine.store(buildBatch('before', 1_000));
    disk.fill(0);
    const large = buildBatch('during', 1_000, 'x'.repeat(10_000));
    await expect(engine.store(large)).rejects.toThrow(EngineUnavailable);
    disk.makeRoom();
    await expect.poll(() => engine.store(large).then(() => 'stored', String), patience).toBe('stored');
    expect(await countDrops(engine)).toBe(2_000);
  });
});

describe('a file of an earlier release', () => {
  it('has the links of its visits as differences from then on', async () => {
    const folder = await makeFolder();
    const first = await startOn(folder);
    const hitIn = (country: string, day: number) => buildHit(`s${day}`, day, { country });
    const hits = [hitIn('DE', 1), hitIn('FR', 2), hitIn('DE', 3), hitIn('DE', 4)];
    await first.store({ source: 'test', name: 'visits', rows: { hits } });
    const readLinks = async (engine: ProcessEngine) => {
      const question = sql`
        SELECT (slot - previous) // 96 AS days, earlier_country // 96 AS more, earlier_os FROM visits ORDER BY slot OFFSET 1`;
      const { rows } = await engine.query(question, { signal: new AbortController().signal });
      return rows.map((row) => Object.values(row).map(Number));
    };
    const firstSlot = Date.parse('2024-03-01') / 900_000;
    const links = [
      [1, Math.floor((firstSlot + 1) / 96), 0],
      [1, 1, 0],
      [1, 0, 0],
    ];
    expect(await readLinks(first)).toEqual(links);
    await first.close();
    await changeFile(pathIn(folder), [...asWithSlots, 'UPDATE schema_version SET version = 4']);
    expect(await readLinks(await startOn(folder))).toEqual(links);
  });

  it('learns whose word an identity is; those that it has are trusted least', async () => {
    const folder = await makeFolder();
    await (await startOn(folder)).close();
    await changeFile(pathIn(folder), [
      ...asWithSlots,
      'ALTER TABLE identities DROP COLUMN trust',
      'UPDATE schema_version SET version = 3',
      `INSERT INTO identities BY NAME SELECT 'w' AS workspace_id, 's' AS website_id, TIMESTAMP '2024-03-01' AS ts,
        1 AS seq, 'old' AS visitor_id, 1 AS visitor_hash, 'x' AS external_hash, '{}' AS traits`,
    ]);
    const readTrusts = async (engine: ProcessEngine) => {
      const question = sql`SELECT visitor_id, trust FROM identities ORDER BY seq`;
      const { rows } = await engine.query(question, { signal: new AbortController().signal });
      return rows.map(({ visitor_id, trust }) => [visitor_id, Number(trust)]);
    };
    const engine = await startOn(folder);
    expect(await readTrusts(engine)).toEqual([['old', 0]]);
    const place = { workspace_id: 'w', website_id: 's', ts: '2024-03-01 00:00:00.000', seq: 2 };
    const identity = { ...place, visitor_id: 'new', external_hash: 'x', traits: '{}', trust: 2 as const };
    await engine.store({ source: 'test', name: 'new', rows: { identities: [identity] } });
    await engine.close();
    expect(await readTrusts(await startOn(folder))).toEqual([
      ['old', 0],
      ['new', 2],
    ]);
  });
});

describe('the records of an earlier release', () => {
  it('are refused untouched, where there is no file beside them', async () => {
    const folder = await makeFolder();
    const paths = { enginePath: pathIn(folder), legacyEngineDirectory: join(folder, 'clickhouse') };
    refuseEarlierEngine(paths);
    await mkdir(paths.legacyEngineDirectory);
    expect(() => refuseEarlierEngine(paths)).toThrow(
      /clickhouse holds the records of an earlier release.*Nothing in it was touched.*export.*move that folder.*FOOTFALL_DATA_DIR/,
    );
    expect(await readdir(folder)).toEqual(['clickhouse']);
    await writeFile(paths.enginePath, '');
    refuseEarlierEngine(paths);
  });
});

it('keeps the words of what it does not know', () => {
  const error = buildFileError('/d/analytics.duckdb', new Error('IO Error: unheard of'));
  expect(error).toMatchObject({ kind: 'other', ownWords: 'IO Error: unheard of' });
  expect(error.message).toContain('(IO Error: unheard of)');
  expect(buildFileError('/elsewhere', error)).toBe(error);
});

async function scramble(path: string): Promise<void> {
  const file = await readFile(path);
  for (let at = 3 * headerBytes + 100; at < file.length; at += 5_000) file[at] = (file[at] ?? 0) ^ 0xff;
  await writeFile(path, file);
}

/** As the engine sums up the blocks of its file. */
function checksumOf(block: Buffer): bigint {
  let sum = 5381n;
  for (let at = 0; at < block.length; at += 8) {
    sum ^= BigInt.asUintN(64, block.readBigUInt64LE(at) * 0xbf58476d1ce4e5b9n);
  }
  return sum;
}

/** The superuser may write wherever the disk lets anyone. */
async function forbidWriting(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) {
    await chmod(folder, 0o500);
    for (const name of await readdir(folder)) await chmod(join(folder, name), 0o400);
    onTestFinished(() => chmod(folder, 0o700));
    return;
  }
  execFileSync('mount', ['--bind', folder, folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  execFileSync('mount', ['-o', 'remount,bind,ro', folder]);
}

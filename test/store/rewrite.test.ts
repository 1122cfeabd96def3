/** After a rewrite nothing that was removed can be read in the engine's files; a process that is killed loses nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import {
  type EngineProcessOptions,
  type ProcessEngine,
  startEngineProcess,
} from '../../src/store/analytics/duckdb/process/start-engine-process.ts';
import { sql } from '../../src/store/analytics/sql.ts';
import { factNames, formatTs, type HitRow } from '../../src/store/analytics/tables.ts';
import { untilGone } from '../faults/processes.ts';
import { canMount, mountSmallDisk } from '../faults/small-disk.ts';
import { readRows } from '../faults/stored-records.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const patience = { timeout: 30_000, interval: 20 };
const website = { workspaceId: 'w', websiteId: 'ff_site' };
const noFacts = Object.fromEntries(factNames.map((fact) => [fact, ''])) as Record<
  (typeof factNames)[number],
  string
>;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-rewrite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startOn(folder: string, options: Partial<EngineProcessOptions> = {}): Promise<ProcessEngine> {
  const engine = await startEngineProcess({
    path: join(folder, 'analytics.duckdb'),
    temporaryDirectory: join(folder, 'engine-temp'),
    memoryLimitMb: 256,
    temporaryLimitMb: 1024,
    reportsAtOnce: 4,
    log: silent,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

let seq = 0;

function buildHit(visitor: string, path: string): HitRow {
  seq += 1;
  return {
    ...noFacts,
    workspace_id: website.workspaceId,
    website_id: website.websiteId,
    ts: formatTs(Date.UTC(2024, 2, 20) + seq),
    seq,
    visitor_id: visitor,
    type: 'pageview',
    session_id: `session-of-${visitor}`,
    path,
    view: 0,
    visible_ms: 0,
  };
}

async function storeHits(engine: ProcessEngine, hits: readonly HitRow[]): Promise<void> {
  await engine.store({
    name: `batch ${seq}`,
    source: 'test',
    rows: { hits },
  });
}

const janesVisitor = 'jane-8f0c8a52-visitor';
const janesPath = '/orders/of-jane-roe-7a5f1f6b';

const janes = () => Array.from({ length: 40 }, () => buildHit(janesVisitor, janesPath));
const others = (count: number) =>
  Array.from({ length: count }, (_, n) => buildHit(`other-${n % 500}-${n}`, `/page/${n % 50}`));

/** Every file of the folder, the log of the engine and its temporary files too. */
function findIn(folder: string, text: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

async function countHits(engine: ProcessEngine): Promise<number> {
  return Number((await readRows(engine, sql`SELECT count(*) AS n FROM hits`))[0]?.n);
}

it('leaves no byte of what was removed, and everything else', async () => {
  const folder = await makeFolder();
  const engine = await startOn(folder);
  await storeHits(engine, others(300));
  await storeHits(engine, janes());
  await storeHits(engine, others(300));
  expect(findIn(folder, janesPath)).not.toEqual([]);
  const removed = await engine.removePerson(website, { visitorIds: [janesVisitor], externalHashes: [] });
  expect(removed).toEqual({ hits: 40, conversions: 0, payments: 0, identities: 0 });
  // The search would have found it: this is what the rewrite is for.
  expect(findIn(folder, janesPath)).not.toEqual([]);

  const { bytesBefore, bytesAfter } = await engine.rewrite();
  expect(bytesBefore).toBeGreaterThan(0);
  expect(bytesAfter).toBeGreaterThan(0);
  for (const text of [janesPath, janesVisitor]) expect(findIn(folder, text)).toEqual([]);
  expect(existsSync(join(folder, 'analytics.duckdb.rewrite'))).toBe(false);
  expect(await countHits(engine)).toBe(600);
  const [paths] = await readRows(engine, sql`SELECT count(DISTINCT path) AS n FROM page_days`);
  expect(Number(paths?.n)).toBe(50);
  // It goes on from there, also after the next start.
  await storeHits(engine, others(10));
  await engine.close();
  const again = await startOn(folder);
  expect(await countHits(again)).toBe(610);
  for (const text of [janesPath, janesVisitor]) expect(findIn(folder, text)).toEqual([]);
});

it('keeps records that arrive meanwhile, and lets reports be read', async () => {
  const folder = await makeFolder();
  const engine = await startOn(folder);
  await storeHits(engine, others(3_000));
  const rewriting = engine.rewrite();
  const arriving = Array.from({ length: 10 }, () => storeHits(engine, others(10)));
  const reading = Array.from({ length: 10 }, () => countHits(engine));
  const counts = await Promise.all(reading);
  expect(counts.every((count) => count >= 3_000 && count <= 3_100)).toBe(true);
  await Promise.all([rewriting, ...arriving]);
  expect(await countHits(engine)).toBe(3_100);
});

it('cut short by a kill leaves the file as it was', async () => {
  const folder = await makeFolder();
  const engine = await startOn(folder);
  await storeHits(engine, others(3_000));
  for (let kills = 0; kills < 3; kills += 1) {
    await expect.poll(() => engine.pid(), patience).toBeDefined();
    const pid = engine.pid() as number;
    let isOver = false;
    const outcome = engine.rewrite().then(
      () => undefined,
      () => undefined,
    );
    void outcome.then(() => {
      isOver = true;
    });
    while (!isOver && !existsSync(join(folder, 'analytics.duckdb.rewrite', 'analytics.duckdb')))
      await sleep(1);
    process.kill(pid, 'SIGKILL');
    await untilGone(pid);
    await outcome;
    await expect.poll(() => engine.restarts(), patience).toBe(kills + 1);
    await expect.poll(() => countHits(engine).catch(() => 0), patience).toBe(3_000);
    expect(existsSync(join(folder, 'analytics.duckdb.rewrite'))).toBe(false);
  }
  await engine.rewrite();
  expect(await countHits(engine)).toBe(3_000);
});

it('begins by throwing away what one that was cut short has left', async () => {
  const folder = await makeFolder();
  const left = join(folder, 'analytics.duckdb.rewrite');
  await mkdir(left);
  await writeFile(join(left, 'analytics.duckdb'), 'half a file');
  const engine = await startOn(folder);
  expect(existsSync(left)).toBe(false);
  await storeHits(engine, others(10));
  await engine.rewrite();
  expect(await countHits(engine)).toBe(10);
});

it.skipIf(!canMount())('is not begun where the disk has no room for it, and says so', async () => {
  const folder = await makeFolder();
  const disk = mountSmallDisk(join(folder, 'disk'), 64);
  onTestFinished(() => disk.remove());
  const engine = await startOn(join(folder, 'disk'));
  await storeHits(engine, others(100));
  await expect(engine.rewrite()).rejects.toThrow(/was not rewritten: that takes \d+ MB .* Make room/);
  expect(await countHits(engine)).toBe(100);
});

it('gives up where somebody reads and does not take the rows, and everything goes on', async () => {
  const folder = await makeFolder();
  const engine = await startOn(folder);
  await storeHits(engine, others(300));
  const signal = new AbortController().signal;
  const rows = engine.stream(sql`SELECT range AS n FROM range(10000000)`, { signal })[Symbol.asyncIterator]();
  await rows.next();
  const rewriting = engine.rewrite();
  await expect(rewriting).rejects.toThrow('is being read');
  expect(await countHits(engine)).toBe(300);
  await storeHits(engine, others(10));
  await rows.return?.();
  await engine.rewrite();
  expect(await countHits(engine)).toBe(310);
  expect(engine.restarts()).toBe(0);
});

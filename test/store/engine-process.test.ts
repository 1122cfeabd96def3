/** The engine's process, for real: what it answers, and what happens when it, its server or its disk fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import type { Row } from '../../src/store/analytics/analytics-engine.ts';
import {
  type EngineProcessOptions,
  type ProcessEngine,
  startEngineProcess,
} from '../../src/store/analytics/duckdb/process/start-engine-process.ts';
import {
  EngineUnavailable,
  PatternRefused,
  QueryCancelled,
  RowRefused,
} from '../../src/store/analytics/engine-errors.ts';
import { startEmbedded } from '../../src/store/analytics/open-analytics.ts';
import { bind, type Sql, sql } from '../../src/store/analytics/sql.ts';
import { factNames, formatTs, type HitRow } from '../../src/store/analytics/tables.ts';
import { isAlive, untilGone } from '../faults/processes.ts';
import { root } from '../harness/root.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const patience = { timeout: 30_000, interval: 20 };
const noFacts = Object.fromEntries(factNames.map((fact) => [fact, ''])) as Record<
  (typeof factNames)[number],
  string
>;

/** Many seconds of work, on whatever machine. */
const endless = sql`SELECT count(*) AS n FROM range(1000000) AS a(x), range(1000000) AS b(y) WHERE (x * 7 + y) % 3 = 1`;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-engine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function buildOptions(folder: string): EngineProcessOptions {
  return {
    path: join(folder, 'analytics.duckdb'),
    temporaryDirectory: join(folder, 'engine-temp'),
    memoryLimitMb: 256,
    temporaryLimitMb: 1024,
    reportsAtOnce: 4,
    log: silent,
  };
}

async function startTestEngine(
  folder: string,
  options: Partial<EngineProcessOptions> = {},
): Promise<ProcessEngine> {
  const engine = await startEngineProcess({ ...buildOptions(folder), ...options });
  onTestFinished(() => engine.close());
  return engine;
}

async function ask(engine: ProcessEngine, question: Sql): Promise<Row[]> {
  const { rows } = await engine.query(question, { signal: new AbortController().signal });
  return rows;
}

function requirePid(engine: ProcessEngine): number {
  const pid = engine.pid();
  if (pid === undefined) throw new Error('The engine has no process.');
  return pid;
}

async function killEngine(engine: ProcessEngine): Promise<void> {
  const pid = requirePid(engine);
  process.kill(pid, 'SIGKILL');
  await untilGone(pid);
}

let lastSeq = 0;

function buildHit(session: string): HitRow {
  lastSeq += 1;
  return {
    workspace_id: 'w',
    website_id: 'ff_site',
    ts: formatTs(Date.UTC(2024, 2, 20) + lastSeq),
    seq: lastSeq,
    visitor_id: 'visitor',
    type: 'pageview' as const,
    session_id: session,
    path: '/',
    view: 0,
    visible_ms: 0,
    ...noFacts,
  };
}

function buildBatch(name: string, count = 3) {
  const hits = Array.from({ length: count }, (_, n) => buildHit(`${name} ${n}`));
  return { name, source: 'test', rows: { hits } };
}

const countHits = sql`SELECT count(*) AS hits, count(DISTINCT session_id) AS sessions FROM hits`;
const countVisits = sql`SELECT count(*) AS visits FROM visits`;

describe('a running engine', () => {
  let folder: string;
  let engine: ProcessEngine;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-engine-'));
    engine = await startEngineProcess(buildOptions(folder));
  });

  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('answers, with bound parameters, and says how long it took', async () => {
    const question = sql`SELECT ${bind.text("it's")} AS text, 18446744073709551615::UBIGINT AS large, ${bind.instant(5)} AS at`;
    const { rows, statistics } = await engine.query(question, { signal: new AbortController().signal });
    expect(rows).toEqual([{ text: "it's", large: 18446744073709551615n, at: 5 }]);
    expect(statistics).toEqual({ elapsed: expect.any(Number), rows_read: null, bytes_read: null });
    expect(await engine.isReachable()).toBe(true);
  });

  it('stores a batch once', async () => {
    const batch = buildBatch('once');
    const [before] = await ask(engine, countHits);
    await engine.store(batch);
    await engine.store(batch);
    const [after] = await ask(engine, countHits);
    expect(Number(after?.hits) - Number(before?.hits)).toBe(3);
  });

  it('tells the errors of the port apart', async () => {
    const refused = {
      name: 'refused',
      source: 'other',
      rows: { hits: [{ ...buildHit('refused'), ts: 'no time' }] },
    };
    await expect(engine.store(refused)).rejects.toThrow(RowRefused);
    const pattern = sql`SELECT 1 AS one WHERE regexp_matches('text', ${bind.text('(')})`;
    await expect(ask(engine, pattern)).rejects.toThrow(PatternRefused);
    const wrong = ask(engine, sql`SELECT nothing FROM nowhere`);
    await expect(wrong).rejects.toThrow('nowhere');
    await expect(wrong).rejects.not.toThrow(EngineUnavailable);
  });

  it('streams all rows in their order, however slowly they are taken', async () => {
    const numbers = sql`SELECT range AS n FROM range(300000)`;
    const { signal } = new AbortController();
    const taken: number[] = [];
    for await (const rows of engine.stream(numbers, { signal })) {
      taken.push(...rows.map(({ n }) => Number(n)));
      if (taken.length < 20_000) await sleep(5);
    }
    expect(taken.length).toBe(300_000);
    expect(taken.every((n, place) => n === place)).toBe(true);
  });

  it('streams on beside one that nobody reads, which does not fill its memory', async () => {
    const { signal } = new AbortController();
    const wide = sql`SELECT range AS n, repeat('x', 1000) AS text FROM range(10000000)`;
    const unread = engine.stream(wide, { signal })[Symbol.asyncIterator]();
    expect((await unread.next()).done).toBe(false);
    const before = residentMb(requirePid(engine));
    await sleep(500);
    expect(residentMb(requirePid(engine)) - before).toBeLessThan(200);
    expect(await ask(engine, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await unread.return?.();
    expect(await ask(engine, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('ends what nobody waits for any more', async () => {
    const leaving = new AbortController();
    const answer = engine.query(endless, { signal: leaving.signal });
    const rows = engine.stream(endless, { signal: leaving.signal })[Symbol.asyncIterator]().next();
    const failed = Promise.all([
      expect(answer).rejects.toThrow(QueryCancelled),
      expect(rows).rejects.toThrow(QueryCancelled),
    ]);
    await sleep(100);
    const leftAt = performance.now();
    leaving.abort();
    await failed;
    expect(performance.now() - leftAt).toBeLessThan(5_000);
    await expect(engine.query(endless, { signal: leaving.signal })).rejects.toThrow(QueryCancelled);
    expect(await ask(engine, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });

  it('answers quickly beside long questions', async () => {
    const leaving = new AbortController();
    const long = Array.from({ length: 4 }, () =>
      engine.query(endless, { signal: leaving.signal }).catch((error: unknown) => error),
    );
    await sleep(100);
    expect(await ask(engine, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    await engine.store(buildBatch('beside'));
    leaving.abort();
    for (const error of await Promise.all(long)) expect(error).toBeInstanceOf(QueryCancelled);
  });

  it('lets no statement reach a file or change a setting', async () => {
    const secret = join(folder, 'secret.csv');
    await writeFile(secret, 'secret\n1\n');
    const statements = [
      sql`SELECT * FROM read_csv(${bind.text(secret)})`,
      sql`SELECT * FROM read_text(${bind.text(secret)})`,
      sql`SELECT * FROM glob(${bind.text(join(folder, '*'))})`,
      sql`ATTACH 'other.duckdb' AS other`,
      sql`COPY (SELECT 1) TO 'out.csv'`,
      sql`INSTALL httpfs`,
      sql`LOAD httpfs`,
      sql`SET memory_limit = '100GB'`,
      sql`SET enable_external_access = true`,
      sql`RESET lock_configuration`,
    ];
    for (const statement of statements) {
      await expect(ask(engine, statement), statement.strings.join('…')).rejects.toThrow(
        /Permission Error|Invalid Input Error|disabled|locked/,
      );
    }
    expect(await readdir(folder)).not.toContain('other.duckdb');
  });

  it('has as many threads as the settings say', async () => {
    const engineThreads = availableParallelism() + 1;
    const config = { ...parseConfig({ FOOTFALL_DATA_DIR: await makeFolder() }), engineThreads };
    const engine = await startEmbedded(config, silent);
    onTestFinished(() => engine.close());
    const rows = await ask(engine, sql`SELECT CAST(current_setting('threads') AS INTEGER) AS threads`);
    expect(rows).toEqual([{ threads: engineThreads }]);
  });

  it('gets none of our environment', async () => {
    const rows = await ask(engine, sql`SELECT current_setting('TimeZone') AS zone`);
    expect(rows).toEqual([{ zone: 'UTC' }]);
    const environment = await readEnvironment(requirePid(engine));
    expect(environment.filter((name) => !name.startsWith('NODE_CHANNEL')).sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'TZ',
      'UV_THREADPOOL_SIZE',
    ]);
  });
});

describe('memory', () => {
  const grouped = sql`SELECT count(*) AS n FROM (
    SELECT md5(CAST(range AS VARCHAR)) AS name, count(*) AS times FROM range(1500000) GROUP BY name) AS named
    WHERE times = 1`;

  it('that does not suffice is made up for on the disk', async () => {
    const folder = await makeFolder();
    const engine = await startTestEngine(folder, { memoryLimitMb: 64 });
    const files = new Set<string>();
    const watch = setInterval(async () => {
      for (const name of await readdir(join(folder, 'engine-temp')).catch(() => [])) files.add(name);
    }, 5);
    onTestFinished(() => clearInterval(watch));
    expect(await ask(engine, grouped)).toEqual([{ n: 1500000n }]);
    expect(files.size).toBeGreaterThan(0);
  });

  it('and a disk that do not suffice end the question, and nothing else', async () => {
    const engine = await startTestEngine(await makeFolder(), { memoryLimitMb: 64, temporaryLimitMb: 1 });
    await expect(ask(engine, grouped)).rejects.toThrow(EngineUnavailable);
    expect(await ask(engine, sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
    expect(engine.restarts()).toBe(0);
  });
});

describe('a process that ends by itself', () => {
  it('fails what is under way, is away for a moment, and comes back', async () => {
    const engine = await startTestEngine(await makeFolder());
    await engine.store(buildBatch('before'));
    const answer = engine.query(endless, { signal: new AbortController().signal });
    const refused = expect(answer).rejects.toThrow(EngineUnavailable);
    await sleep(50);
    await killEngine(engine);
    await refused;
    expect(await engine.isReachable()).toBe(false);
    await expect(ask(engine, countHits)).rejects.toThrow(EngineUnavailable);
    await expect(engine.store(buildBatch('away'))).rejects.toThrow(EngineUnavailable);
    await expect.poll(() => engine.isReachable(), patience).toBe(true);
    expect(engine.restarts()).toBe(1);
    expect(await ask(engine, countHits)).toEqual([{ hits: 3n, sessions: 3n }]);
  });

  it('has each batch whole or not at all, and takes it again', async () => {
    const engine = await startTestEngine(await makeFolder());
    const size = 500;
    for (let n = 0; n < 3; n += 1) {
      const batch = buildBatch(`batch ${n}`, size);
      const stored = engine.store(batch).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(EngineUnavailable);
          return false;
        },
      );
      await sleep(n * 20);
      await killEngine(engine);
      await stored;
      await expect.poll(() => engine.isReachable(), patience).toBe(true);
      await engine.store(batch);
      const hits = BigInt(size * (n + 1));
      expect(await ask(engine, countHits)).toEqual([{ hits, sessions: hits }]);
      expect(await ask(engine, countVisits)).toEqual([{ visits: hits }]);
    }
  });

  it('does so for a stream too', async () => {
    const engine = await startTestEngine(await makeFolder());
    const numbers = sql`SELECT range AS n FROM range(100000000)`;
    const rows = engine.stream(numbers, { signal: new AbortController().signal });
    const reading = (async () => {
      for await (const some of rows) if (some.length === 0) return;
    })();
    const refused = expect(reading).rejects.toThrow(EngineUnavailable);
    await sleep(100);
    await killEngine(engine);
    await refused;
  });

  it('is stopped for good, also while it is away', async () => {
    const folder = await makeFolder();
    const engine = await startTestEngine(folder);
    await killEngine(engine);
    await engine.close();
    expect(engine.pid()).toBeUndefined();
    expect(await engine.isReachable()).toBe(false);
    await sleep(300);
    expect(engine.pid()).toBeUndefined();
    await startTestEngine(folder);
  });
});

describe('a stop', () => {
  it('is over soon, whatever is under way, and loses nothing that was stored', async () => {
    const folder = await makeFolder();
    const engine = await startTestEngine(folder);
    const pid = requirePid(engine);
    const { signal } = new AbortController();
    const answers = [1, 2, 3].map(() => engine.query(endless, { signal }).catch((error: unknown) => error));
    const batch = buildBatch('last');
    const storing = engine.store(batch).then(
      () => 3n,
      () => undefined,
    );
    const stoppedAt = performance.now();
    await engine.close();
    // Two seconds on a machine that has nothing else to do.
    expect(performance.now() - stoppedAt).toBeLessThan(5_000);
    for (const error of await Promise.all(answers)) expect(error).toBeInstanceOf(Error);
    expect(isAlive(pid)).toBe(false);
    await expect(engine.store(buildBatch('late'))).rejects.toThrow(EngineUnavailable);
    const next = await startTestEngine(folder);
    const [found] = await ask(next, countHits);
    // A machine that is too busy to complete it in time has refused it.
    expect(found?.hits).toBe((await storing) ?? found?.hits);
    await next.store(batch);
    expect(await ask(next, countHits)).toEqual([{ hits: 3n, sessions: 3n }]);
  });

  it('is not brought about by signals to the whole service', async () => {
    const engine = await startTestEngine(await makeFolder());
    const pid = requirePid(engine);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(pid, signal);
    await engine.store(buildBatch('after the signals'));
    expect(engine.pid()).toBe(pid);
  });
});

describe('a server that is killed', () => {
  it('takes its engine with it, and the next one has the file', async () => {
    const folder = await makeFolder();
    const program = await bundleServer(await makeBundleFolder());
    const server = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [line] = await once(createInterface({ input: server.stdout }), 'line');
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    const engine = await startTestEngine(folder, { waitForPredecessorMs: 20_000 });
    expect(isAlive(pid)).toBe(false);
    expect(await ask(engine, countHits)).toEqual([{ hits: 0n, sessions: 0n }]);
  });
});

/** Beside the sources, as dist/ is, so that packages are found. */
async function makeBundleFolder(): Promise<string> {
  const folder = await mkdtemp(join(root, '.build-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that has a long question under way. */
async function bundleServer(folder: string): Promise<string> {
  const source = join(root, 'src/store/analytics');
  const contents = `
    import { startEngineProcess } from '${source}/duckdb/process/start-engine-process.ts';
    import { sql } from '${source}/sql.ts';
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const folder = process.argv[2];
    const engine = await startEngineProcess({
      path: folder + '/analytics.duckdb', temporaryDirectory: folder + '/engine-temp',
      memoryLimitMb: 256, temporaryLimitMb: 256, reportsAtOnce: 2, log });
    const { signal } = new AbortController();
    engine.query(sql\`${endless.strings[0]}\`, { signal }).catch(() => {});
    setTimeout(() => process.stdout.write(engine.pid() + '\\n'), 100);
  `;
  const entry = join(folder, 'server.ts');
  await mkdir(folder, { recursive: true });
  await writeFile(entry, contents);
  await build({
    entryPoints: { server: entry, worker: join(root, 'src/worker-main.ts') },
    outdir: folder,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  return join(folder, 'server.js');
}

function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 1024 / 1024;
}

async function readEnvironment(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/environ`, 'utf8');
  return text.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.split('=')[0] as string]));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../src/contract/log.ts';
import { root } from '../root.ts';
import { findFreePort } from './free-port.ts';
import { type Engine, type EngineOptions, startEngine } from './start-engine.ts';

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
const restartTimeout = { timeout: 15_000, interval: 50 };

function createDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'footfall-engine-'));
}

async function createTestDirectory(): Promise<string> {
  const directory = await createDirectory();
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

async function startTestEngine(directory: string, extra: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await startEngine({ directory, memoryLimitMb: 512, log: silentLog, ...extra });
  onTestFinished(() => engine.stop());
  return engine;
}

function createTestClient(engine: Engine, password = engine.password): ClickHouseClient {
  const client = createClient({
    url: engine.url,
    username: engine.username,
    password,
    log: { level: ClickHouseLogLevel.OFF },
  });
  onTestFinished(() => client.close());
  return client;
}

async function readRows(client: ClickHouseClient, query: string): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function requirePid(engine: Engine): number {
  const pid = engine.pid();
  if (pid === undefined) throw new Error('The engine has no process.');
  return pid;
}

describe('a running engine', () => {
  let directory: string;
  let engine: Engine;

  beforeAll(async () => {
    directory = await createDirectory();
    engine = await startEngine({ directory, memoryLimitMb: 512, log: silentLog });
  });

  afterAll(async () => {
    await engine.stop();
    await rm(directory, { recursive: true, force: true });
  });

  test('answers its user, with bound parameters', async () => {
    const client = createTestClient(engine);
    const result = await client.query({
      query: 'SELECT {text:String} AS text, currentUser() AS user, timezone() AS zone',
      query_params: { text: "it's" },
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ text: "it's", user: 'footfall', zone: 'UTC' }]);
    expect(await client.ping()).toEqual({ success: true });
  });

  test('keeps its memory within the limit', async () => {
    const rows = await readRows(
      createTestClient(engine),
      "SELECT value FROM system.server_settings WHERE name = 'max_server_memory_usage'",
    );
    expect(rows).toEqual([{ value: String(512 * 1024 * 1024) }]);
  });

  test('refuses a wrong password', async () => {
    const samePrefix = `${engine.password.slice(0, -1)}!`;
    await expect(readRows(createTestClient(engine, samePrefix), 'SELECT 1')).rejects.toThrow(
      /Authentication/,
    );
    await expect(readRows(createTestClient(engine, 'wrong'), 'SELECT 1')).rejects.toThrow();
  });

  test('answers nothing to the default user, tables and files alike', async () => {
    const client = createTestClient(engine);
    await client.command({ query: 'CREATE DATABASE kept' });
    await client.command({
      query: 'CREATE TABLE kept.facts (fact String) ENGINE = MergeTree ORDER BY fact',
    });
    await client.insert({ table: 'kept.facts', values: [{ fact: 'secret' }], format: 'JSONEachRow' });
    await writeFile(join(directory, 'secret.txt'), 'secret');
    const file = `file('${join(directory, 'secret.txt')}', 'LineAsString')`;
    const queries = [
      'SELECT 1',
      'SELECT * FROM kept.facts',
      `SELECT * FROM ${file}`,
      `SELECT (SELECT * FROM ${file})`,
    ];
    const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`;
    const ways: { path: string; headers: Record<string, string> }[] = [
      { path: '/', headers: {} },
      { path: '/?user=default', headers: {} },
      { path: '/', headers: { Authorization: basic('default:') } },
      { path: '/', headers: { 'X-ClickHouse-User': 'default' } },
      { path: '/?user=default', headers: { Authorization: basic('footfall:guess') } },
      { path: '/?user=default&password=', headers: { Authorization: basic('default:') } },
    ];
    for (const query of queries) {
      for (const { path, headers } of ways) {
        const response = await fetch(`${engine.url}${path}`, { method: 'POST', headers, body: query });
        expect({ query, path, headers, status: response.status }).toEqual({
          query,
          path,
          headers,
          status: 404,
        });
        expect(await response.text()).not.toContain('secret');
      }
    }
  });

  test('writes its configuration for its owner alone, and no password into it', async () => {
    const [runName] = (await readdir(directory)).filter((name) => name.startsWith('run-'));
    const runDirectory = join(directory, runName ?? '');
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat(runDirectory)).mode & 0o777).toBe(0o700);
    for (const name of ['config.xml', 'users.xml']) {
      expect((await stat(join(runDirectory, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(runDirectory, name), 'utf8')).not.toContain(engine.password);
    }
  });

  test('refuses a second engine on its directory and goes on answering', async () => {
    const second = startEngine({ directory, memoryLimitMb: 512, log: silentLog });
    await expect(second).rejects.toThrow(
      /another process already uses .*FOOTFALL_DATA_DIR.*Cannot lock file/,
    );
    expect(await readRows(createTestClient(engine), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(directory)).filter((name) => name.startsWith('run-'))).toHaveLength(1);
  });
});

describe('the life of an engine', () => {
  test('what was written survives a stop, which leaves no process and no login behind', async () => {
    const directory = await createTestDirectory();
    const first = await startTestEngine(directory);
    const client = createTestClient(first);
    await client.command({ query: 'CREATE DATABASE kept' });
    await client.command({
      query: 'CREATE TABLE kept.facts (fact String) ENGINE = MergeTree ORDER BY fact',
    });
    await client.insert({ table: 'kept.facts', values: [{ fact: 'stays' }], format: 'JSONEachRow' });
    const pid = requirePid(first);
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(first.pid()).toBeUndefined();
    expect(await readdir(directory)).toEqual(['data']);

    const second = await startTestEngine(directory);
    expect(await readRows(createTestClient(second), 'SELECT * FROM kept.facts')).toEqual([{ fact: 'stays' }]);
    expect(second.password).not.toBe(first.password);
  });

  test('after SIGKILL it comes back at the same address with the same login', async () => {
    const engine = await startTestEngine(await createTestDirectory());
    const client = createTestClient(engine);
    const pid = requirePid(engine);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => engine.stats(), restartTimeout).toEqual({ ready: true, restarts: 1 });
    expect(requirePid(engine)).not.toBe(pid);
    expect(await readRows(client, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a stop during a restart stays a stop', async () => {
    const engine = await startTestEngine(await createTestDirectory());
    process.kill(requirePid(engine), 'SIGKILL');
    await expect.poll(() => engine.stats().ready, restartTimeout).toBe(false);
    await engine.stop();
    expect(engine.pid()).toBeUndefined();
    expect(engine.stats().ready).toBe(false);
  });

  test('takes more configuration and opens the native protocol when asked to', async () => {
    const extra = { tcp: true, extraConfig: '<max_connections>77</max_connections>' };
    const engine = await startTestEngine(await createTestDirectory(), extra);
    const rows = await readRows(
      createTestClient(engine),
      "SELECT value FROM system.server_settings WHERE name = 'max_connections'",
    );
    expect(rows).toEqual([{ value: '77' }]);
    const socket = connect(engine.tcpPort ?? 0, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });

  test('takes another port when a stranger has the first', async () => {
    const takenPort = await occupyPort();
    const ports = [takenPort];
    const findPort = async () => ports.shift() ?? findFreePort();
    const engine = await startTestEngine(await createTestDirectory(), { findPort });
    expect(engine.url).not.toBe(`http://127.0.0.1:${takenPort}`);
    expect(await readRows(createTestClient(engine), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('dies with its parent, however that dies, also when bundled', async () => {
    const bundleDirectory = await createTestDirectory();
    const parentFile = await bundleParent(bundleDirectory);
    const parent = spawn(process.execPath, [parentFile, join(bundleDirectory, 'engine')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      parent.kill('SIGKILL');
    });
    const [line] = await Promise.race([
      once(createInterface({ input: parent.stdout }), 'line'),
      once(parent, 'exit').then(([code]) => Promise.reject(new Error(`The parent ended with ${code}.`))),
    ]);
    const enginePid = Number(line);
    expect(isAlive(enginePid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(enginePid), restartTimeout).toBe(false);
  });
});

describe('a start that cannot succeed', () => {
  test('says what to do when the library is missing', async () => {
    const start = startEngine({
      directory: await createTestDirectory(),
      memoryLimitMb: 512,
      log: silentLog,
      findLibrary: () => {
        throw new Error('not there');
      },
    });
    await expect(start).rejects.toThrow(/is not installed\. `npm ci` brings it as @chdb.*CLICKHOUSE_URL/);
  });

  test('says what to do when the library cannot be loaded', async () => {
    const directory = await createTestDirectory();
    const start = startEngine({
      directory,
      memoryLimitMb: 512,
      log: silentLog,
      findLibrary: () => join(directory, 'libchdb.so'),
    });
    await expect(start).rejects.toThrow(/is not installed\. `npm ci` brings it/);
  });

  test('says what to do when a file stands where the directory belongs', async () => {
    const file = join(await createTestDirectory(), 'engine');
    await writeFile(file, '');
    const start = startEngine({ directory: file, memoryLimitMb: 512, log: silentLog });
    await expect(start).rejects.toThrow(/is not a directory: remove what stands there/);
  });

  test('passes on what the engine says about a broken configuration', async () => {
    const directory = await createTestDirectory();
    const start = startEngine({ directory, memoryLimitMb: 512, log: silentLog, extraConfig: '<open>' });
    await expect(start).rejects.toThrow(/could not start: its own error .*\(.*extra\.xml.*\)/);
  });
});

/** Answers every request as a healthy engine would, except that it is not ours. */
async function occupyPort(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nOk.\n');
  });
  const port = await findFreePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return port;
}

/** The layout of dist/: one bundle, packages outside it, engine-child.cjs beside it. */
async function bundleParent(directory: string): Promise<string> {
  const parentFile = join(directory, 'parent.mjs');
  const here = fileURLToPath(new URL('.', import.meta.url));
  await build({
    stdin: {
      contents: `
        import { startEngine } from './start-engine.ts';
        const log = { debug() {}, info() {}, warn() {}, error() {} };
        const engine = await startEngine({ directory: process.argv[2], memoryLimitMb: 512, log });
        process.stdout.write(engine.pid() + '\\n');
      `,
      resolveDir: here,
      loader: 'ts',
    },
    outfile: parentFile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  await copyFile(join(here, 'engine-child.cjs'), join(directory, 'engine-child.cjs'));
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'));
  return parentFile;
}

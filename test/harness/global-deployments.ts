/** The deployments that the contract holds on, started once for all contract tests. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import type { ControlOptions } from '../../src/store/control/open-control.ts';
import { findClickHouse } from './capabilities.ts';
import { startPostgres } from './postgres.ts';
import { type Environment, oneOfSeveral, startServerProcess } from './server-process.ts';

/** One server on PostgreSQL stands for both where two of them have no ClickHouse to share. */
export type DeploymentName =
  | 'one server on SQLite'
  | 'one server on PostgreSQL'
  | 'two servers on PostgreSQL';

export type DeploymentAddress = {
  urls: string[];
  control: ControlOptions;
  /** Of a command line beside the servers. */
  environment: Environment;
  /** Servers without a ClickHouse between them each know only the records that they took themselves. */
  sharesRecords: boolean;
};

declare module 'vitest' {
  interface ProvidedContext {
    deployments: Record<Exclude<DeploymentName, 'one server on PostgreSQL'>, DeploymentAddress> &
      Partial<Record<DeploymentName, DeploymentAddress>>;
  }
}

/** All tests send from one address. */
const roomForAll = { FOOTFALL_HITS_PER_ADDRESS: '1000000', FOOTFALL_REQUESTS_PER_PERSON: '1000000' };

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), 'footfall-contract-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const teardown = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const serve = async (name: string, environment: Environment = {}): Promise<string> => {
    const directory = { FOOTFALL_DATA_DIR: join(folder, name) };
    const server = await startServerProcess({ ...directory, ...roomForAll, ...oneOfSeveral, ...environment });
    undo.push(() => server.stop());
    return server.url;
  };
  try {
    const alone = await serve('alone');
    const postgres = await startPostgres();
    undo.push(() => postgres.stop());
    const postgresUrl = await postgres.createDatabase();
    const clickhouseUrl = await startClickHouse(join(folder, 'clickhouse'), undo);
    const shared = {
      DATABASE_URL: postgresUrl,
      ...(clickhouseUrl !== undefined && { CLICKHOUSE_URL: clickhouseUrl }),
    };
    const [first, second] = [await serve('first', shared), await serve('second', shared)];
    const onPostgres = {
      control: { postgresUrl },
      environment: { FOOTFALL_DATA_DIR: join(folder, 'first'), ...shared },
    };
    const sharesRecords = clickhouseUrl !== undefined;
    provide('deployments', {
      'one server on SQLite': {
        urls: [alone],
        control: { sqlitePath: join(folder, 'alone', 'control.sqlite') },
        environment: { FOOTFALL_DATA_DIR: join(folder, 'alone') },
        sharesRecords: true,
      },
      ...(!sharesRecords && {
        'one server on PostgreSQL': { ...onPostgres, urls: [first], sharesRecords: true },
      }),
      'two servers on PostgreSQL': { ...onPostgres, urls: [first, second], sharesRecords },
    });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

/** For CLICKHOUSE_URL; undefined where this machine has none. */
async function startClickHouse(
  directory: string,
  undo: (() => Promise<unknown>)[],
): Promise<string | undefined> {
  const source = findClickHouse();
  if (source === undefined) return undefined;
  if (source.kind === 'server') return openDatabase(source.url, undo);
  const { startEngine } = await import('./clickhouse/start-engine.ts');
  const engine = await startEngine({ directory });
  undo.push(() => engine.kill());
  return engine.url;
}

/** A database that nobody else has, on the first of the developer's own servers. */
function openDatabase(urls: string, undo: (() => Promise<unknown>)[]): string {
  const [first = urls] = urls.split(',');
  const url = new URL(first);
  const database = `footfall_test_${randomUUID().replaceAll('-', '')}`;
  const login = Buffer.from(`${url.username || 'default'}:${url.password}`).toString('base64');
  undo.push(() =>
    fetch(url.origin, {
      method: 'POST',
      headers: { authorization: `Basic ${login}` },
      body: `DROP DATABASE IF EXISTS ${database} SYNC`,
    }),
  );
  return new URL(`/${database}`, url).href;
}

/** The two deployments that the contract holds on, started once for all contract tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildIfStale } from '../../scripts/build.mjs';
import { startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import type { ControlOptions } from '../../src/store/control/open-control.ts';
import { startPostgres } from './postgres.ts';
import { type Environment, startServerProcess } from './server-process.ts';

export type DeploymentName = 'one server on SQLite' | 'two servers on PostgreSQL';

export type DeploymentAddress = { urls: string[]; control: ControlOptions; environment: Environment };

declare module 'vitest' {
  interface ProvidedContext {
    deployments: Record<DeploymentName, DeploymentAddress>;
  }
}

/** All tests send from one address. */
const roomForAll = { FOOTFALL_HITS_PER_ADDRESS: '1000000' };

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await buildIfStale();
  const folder = await mkdtemp(join(tmpdir(), 'footfall-contract-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const teardown = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const serve = async (environment: Environment): Promise<string> => {
    const server = await startServerProcess(environment);
    undo.push(() => server.stop());
    return server.url;
  };
  try {
    const alone = { FOOTFALL_DATA_DIR: join(folder, 'alone'), ...roomForAll };
    const aloneUrl = await serve(alone);

    const postgres = await startPostgres();
    undo.push(() => postgres.stop());
    const postgresUrl = await postgres.createDatabase();
    const engine = await startEngine({ directory: join(folder, 'engine'), memoryLimitMb: 1024, log: silent });
    undo.push(() => engine.stop());
    const clickhouse = new URL(engine.url);
    clickhouse.username = engine.username;
    clickhouse.password = engine.password;
    const shared = { DATABASE_URL: postgresUrl, CLICKHOUSE_URL: clickhouse.href, ...roomForAll };
    const first = await serve({ ...shared, FOOTFALL_DATA_DIR: join(folder, 'first') });
    const second = await serve({ ...shared, FOOTFALL_DATA_DIR: join(folder, 'second') });

    provide('deployments', {
      'one server on SQLite': {
        urls: [aloneUrl],
        control: { sqlitePath: join(alone.FOOTFALL_DATA_DIR, 'control.sqlite') },
        environment: alone,
      },
      'two servers on PostgreSQL': { urls: [first, second], control: { postgresUrl }, environment: shared },
    });
  } catch (error) {
    await teardown();
    throw error;
  }
  return teardown;
}

/** One suite over both layouts: a single server, and a cluster of two shards. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { Row } from '../../src/store/analytics/analytics-engine.ts';
import {
  type ClickHouseEngine,
  type ClickHouseOptions,
  openClickHouse,
} from '../../src/store/analytics/clickhouse/open-clickhouse.ts';
import type { Sql } from '../../src/store/analytics/sql.ts';
import type { TableName, TableRows } from '../../src/store/analytics/tables.ts';
import { findClickHouse } from '../harness/capabilities.ts';
import { startCluster } from '../harness/clickhouse/cluster.ts';

export type LayoutName = 'one server' | 'a cluster of two shards';

const source = findClickHouse();
/** Of the developer's own servers, where there is one. */
const ownCluster = process.env.FOOTFALL_TEST_CLICKHOUSE_CLUSTER;

export const layoutNames: readonly LayoutName[] =
  source?.kind === 'server' && !ownCluster ? ['one server'] : ['one server', 'a cluster of two shards'];

/** Servers of the developer's own are not ended. */
export const canKill = source?.kind !== 'server';

export const silent = { debug() {}, info() {}, warn() {}, error() {} };
export const bounds = {
  reportTimeoutSeconds: 30,
  reportMemoryMb: 512,
  reportsAtOnce: 4,
  clock: Date.now,
  log: silent,
};

export type OpenLayout = {
  engine: ClickHouseEngine;
  /** For CLICKHOUSE_CLUSTER. */
  cluster: string | undefined;
  /** A second store on the same servers. */
  open(options?: Partial<ClickHouseOptions>): Promise<ClickHouseEngine>;
  /** Each node by its own address. */
  nodeUrls: readonly string[];
  /** SIGKILL, and the same node again. */
  killNode(index: number): Promise<void>;
  startNode(index: number): Promise<void>;
  /** On every node, past the engine. */
  command(statement: string): Promise<void>;
  /** The name under which a node holds the rows of a table. */
  stored(table: string): string;
  close(): Promise<void>;
};

type Servers = Pick<OpenLayout, 'cluster' | 'nodeUrls' | 'killNode' | 'startNode' | 'close'>;

export async function openLayout(
  name: LayoutName,
  options: Partial<ClickHouseOptions> = {},
): Promise<OpenLayout> {
  const servers = await startServers(name);
  const opened: ClickHouseEngine[] = [];
  const url = servers.nodeUrls.join(',');
  const open = async (more: Partial<ClickHouseOptions> = {}) => {
    const { cluster } = servers;
    const engine = await openClickHouse({ ...bounds, url, cluster, ...options, ...more });
    opened.push(engine);
    return engine;
  };
  const close = async () => {
    await Promise.all(opened.map((engine) => engine.close()));
    await servers.close();
  };
  const command = async (statement: string) => {
    for (const nodeUrl of servers.nodeUrls) await runOn(nodeUrl, statement);
  };
  const stored = (table: string) => (servers.cluster === undefined ? table : `${table}_shard`);
  try {
    return { ...servers, engine: await open(), open, command, stored, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function readRows(engine: ClickHouseEngine, question: Sql): Promise<Row[]> {
  return (await engine.query(question, { signal: new AbortController().signal })).rows;
}

/** As one batch, which is known by its name when it comes again. */
export async function insertRows<Name extends TableName>(
  engine: ClickHouseEngine,
  table: Name,
  rows: readonly Partial<TableRows[Name]>[],
  name: string,
): Promise<void> {
  await engine.store({ name, source: 'test', rows: { [table]: rows } });
}

async function startServers(name: LayoutName): Promise<Servers> {
  if (source?.kind === 'server') return useOwnServers(source.url, name);
  const folder = await mkdtemp(join(tmpdir(), 'footfall-layout-'));
  const shards = name === 'one server' ? 1 : 2;
  const { cluster, nodeUrls, killNode, startNode, stop } = await startCluster(folder, shards);
  return {
    cluster: name === 'one server' ? undefined : cluster,
    nodeUrls,
    killNode,
    startNode,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In a database that nobody else has. */
function useOwnServers(urls: string, name: LayoutName): Servers {
  const database = `footfall_test_${randomUUID().replaceAll('-', '')}`;
  const all = urls.split(',').map((each) => new URL(`/${database}`, each).href);
  const nodeUrls = name === 'one server' ? all.slice(0, 1) : all;
  const refuse = async () => {
    throw new Error('Servers of your own are not ended.');
  };
  return {
    cluster: name === 'one server' ? undefined : ownCluster,
    nodeUrls,
    killNode: refuse,
    startNode: refuse,
    async close() {
      for (const url of nodeUrls) await runOn(url, `DROP DATABASE IF EXISTS ${database} SYNC`);
    },
  };
}

const defaultDatabase = 'footfall';

async function runOn(nodeUrl: string, query: string): Promise<void> {
  const { origin, username, password, pathname } = new URL(nodeUrl);
  const client = createClient({
    url: origin,
    username,
    password,
    database: pathname.slice(1) || defaultDatabase,
    request_timeout: 600_000,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    await client.command({ query });
  } finally {
    await client.close();
  }
}

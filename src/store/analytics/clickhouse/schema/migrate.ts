import type { Log } from '../../../../contract/log.ts';
import { type Lease, whileHeld } from '../../../control/lease.ts';
import { EngineUnavailable } from '../../engine-errors.ts';
import { translateErrors } from '../errors.ts';
import type { Node } from '../nodes.ts';
import type { Layout } from './layout.ts';
import type { Migration } from './migrations.ts';

export type MigrateOptions = { layout: Layout; steps: readonly Migration[]; lease: Lease; log: Log };

/**
 * Brings the schema of every node up to date. Only one server does so at a time: a later step may drop what an earlier
 * one creates, and whoever is behind would do the earlier one again.
 */
export async function migrate(nodes: readonly Node[], options: MigrateOptions): Promise<void> {
  const { layout, steps, lease } = options;
  for (const node of nodes) await requireLayout(node, layout);
  if (!(await isBehind(nodes, steps))) return;
  if (!(await lease.take())) throw new EngineUnavailable('another server is changing its schema');
  await whileHeld(lease, async () => {
    for (const node of nodes) await migrateNode(node, options);
  });
}

async function isBehind(nodes: readonly Node[], steps: readonly Migration[]): Promise<boolean> {
  for (const node of nodes) {
    const applied = await readApplied(node);
    if (steps.some(({ version }) => !applied.has(version))) return true;
  }
  return false;
}

/** Each node of a cluster runs and records every step for itself. */
async function migrateNode(node: Node, { layout, steps, log }: MigrateOptions): Promise<void> {
  const applied = await readApplied(node);
  const isNew = applied.size === 0;
  for (const step of steps.filter(({ version }) => !applied.has(version))) {
    for (const statement of step.changes.flatMap((change) => change(layout, isNew)))
      await run(node, statement);
    await run(node, `INSERT INTO migrations (version, name) VALUES (${step.version}, '${step.name}')`);
    log.info({ version: step.version, node: node.url }, `analytics schema: ${step.name}`);
  }
}

async function readApplied(node: Node): Promise<Set<number>> {
  await run(
    node,
    `CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now())
      ENGINE = MergeTree ORDER BY version`,
  );
  const rows = await read<{ version: number }>(node, 'SELECT version FROM migrations');
  return new Set(rows.map(({ version }) => version));
}

/** Tables of one layout cannot be read as those of the other: rows would be missing or refused. */
async function requireLayout(node: Node, layout: Layout): Promise<void> {
  if (layout.kind === 'sharded') await requireCluster(node, layout);
  const [table] = await read<{ engine: string }>(
    node,
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'hits'",
  );
  if (!table || (table.engine === 'Distributed') === (layout.kind === 'sharded')) return;
  throw new Error(
    layout.kind === 'sharded'
      ? `The database at ${node.url} holds the tables of a single server: name a new database in CLICKHOUSE_URL.`
      : `The database at ${node.url} holds the tables of a cluster: set CLICKHOUSE_CLUSTER.`,
  );
}

async function requireCluster(node: Node, layout: Extract<Layout, { kind: 'sharded' }>): Promise<void> {
  const shards = await read<{ replicas: string }>(
    node,
    `SELECT count() AS replicas FROM system.clusters WHERE cluster = '${layout.cluster}' GROUP BY shard_num`,
  );
  const name = `The cluster ${layout.cluster}, as ${node.url} knows it,`;
  if (shards.some(({ replicas }) => Number(replicas) > 1)) {
    throw new Error(`${name} has replicas: Footfall stores each shard once, so give each one server.`);
  }
  if (shards.length !== layout.nodes) {
    throw new Error(
      `${name} has ${shards.length} shards, and CLICKHOUSE_URL lists ${layout.nodes} addresses: list each of them once.`,
    );
  }
}

function run(node: Node, query: string): Promise<unknown> {
  return translateErrors(() => node.client.command({ query }));
}

function read<Row>(node: Node, query: string): Promise<Row[]> {
  return translateErrors(async () => {
    const answer = await node.client.query({ query, format: 'JSONEachRow' });
    return answer.json<Row>();
  });
}

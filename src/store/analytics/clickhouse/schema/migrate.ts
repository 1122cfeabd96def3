import type { Log } from '../../../../contract/log.ts';
import { translateErrors } from '../errors.ts';
import type { Node } from '../nodes.ts';
import type { Layout } from './layout.ts';
import type { Migration } from './migrations.ts';

/** Brings one node's schema up to date. Each node of a cluster runs and records every step for itself. */
export async function migrateNode(
  node: Node,
  layout: Layout,
  steps: readonly Migration[],
  log: Log,
): Promise<void> {
  await requireLayout(node, layout);
  await run(
    node,
    `CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now())
      ENGINE = MergeTree ORDER BY version`,
  );
  const applied = new Set(
    (await read<{ version: number }>(node, 'SELECT version FROM migrations')).map(({ version }) => version),
  );
  const isNew = applied.size === 0;
  for (const step of steps.filter(({ version }) => !applied.has(version))) {
    for (const statement of step.changes.flatMap((change) => change(layout, isNew)))
      await run(node, statement);
    await run(node, `INSERT INTO migrations (version, name) VALUES (${step.version}, '${step.name}')`);
    log.info({ version: step.version, node: node.url }, `analytics schema: ${step.name}`);
  }
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

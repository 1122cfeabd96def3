/** A cluster of real ClickHouse processes: the product's own launcher, started once for each shard. */
import { join } from 'node:path';
import { createPassword, engineUser } from '../../src/store/analytics/engine/engine-config.ts';
import { type Engine, startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { findQuietPort } from '../faults/quiet-port.ts';

export type Cluster = {
  /** For CLICKHOUSE_URL and `openAnalytics`: every node, with the login. */
  url: string;
  /** For CLICKHOUSE_CLUSTER. */
  cluster: string;
  /** A node by its own address, as a single server: to see what lies on it. */
  nodeUrl(index: number): string;
  stopNode(index: number): Promise<void>;
  /** The same node again: its address, its login, its data. */
  startNode(index: number): Promise<void>;
  killNode(index: number): Promise<void>;
  stop(): Promise<void>;
};

type Plan = { directory: string; http: number; tcp: number };

const name = 'footfall_test';
const memoryLimitMb = 1024;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function startCluster(folder: string, shards = 2): Promise<Cluster> {
  const password = createPassword();
  const plans: Plan[] = [];
  for (let index = 0; index < shards; index += 1) {
    const [http, tcp] = [await findQuietPort(), await findQuietPort()];
    plans.push({ directory: join(folder, `shard-${index}`), http, tcp });
  }
  const extraConfig = buildRemoteServers(plans, password);
  const engines = new Map<number, Engine>();
  const planOf = (index: number): Plan => {
    const plan = plans[index];
    if (!plan) throw new Error(`The cluster has no node ${index}.`);
    return plan;
  };

  const startNode = async (index: number) => {
    const { directory, http, tcp } = planOf(index);
    const ports = [http, tcp];
    const findPort = async () => ports.shift() ?? findQuietPort();
    const engine = await startEngine({
      directory,
      memoryLimitMb,
      log: silent,
      tcp: true,
      password,
      extraConfig,
      findPort,
    });
    engines.set(index, engine);
  };
  const stopNode = async (index: number) => {
    await engines.get(index)?.stop();
    engines.delete(index);
  };
  const stop = async () => {
    await Promise.all([...engines.keys()].map(stopNode));
  };

  try {
    await Promise.all(plans.map((_, index) => startNode(index)));
  } catch (error) {
    await stop();
    throw error;
  }
  const nodeUrl = (index: number) => `http://${engineUser}:${password}@127.0.0.1:${planOf(index).http}`;
  return {
    url: plans.map((_, index) => nodeUrl(index)).join(','),
    cluster: name,
    nodeUrl,
    startNode,
    stopNode,
    /** The launcher would start it again at once; a stop keeps it from that. */
    async killNode(index) {
      const pid = engines.get(index)?.pid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      await stopNode(index);
    },
    stop,
  };
}

function buildRemoteServers(plans: readonly Plan[], password: string): string {
  const shards = plans.map(
    ({ tcp }) =>
      `<shard><replica><host>127.0.0.1</host><port>${tcp}</port><user>${engineUser}</user>` +
      `<password>${password}</password></replica></shard>`,
  );
  return `<remote_servers><${name}>${shards.join('')}</${name}></remote_servers>`;
}

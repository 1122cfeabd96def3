/** A cluster of real ClickHouse processes, one for each shard. */
import { join } from 'node:path';
import { findQuietPort } from '../quiet-port.ts';
import { createPassword, engineUser } from './engine-config.ts';
import { type NodeGateway, openNodeGateway } from './node-gateway.ts';
import { type Engine, startEngine } from './start-engine.ts';

export type Cluster = {
  /** For CLICKHOUSE_URL and `openClickHouse`: every node, with the login. */
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

/** The node itself listens on `tcp`; to the others it is at `gateway`. */
type Plan = { directory: string; http: number; tcp: number; gateway: number };

type RunningNode = { engine: Engine; gateway: NodeGateway };

const name = 'footfall_test';
const memoryLimitMb = 1024;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export async function startCluster(folder: string, shards = 2): Promise<Cluster> {
  const password = createPassword();
  const plans: Plan[] = [];
  for (let index = 0; index < shards; index += 1) {
    const [http, tcp, gateway] = [await findQuietPort(), await findQuietPort(), await findQuietPort()];
    plans.push({ directory: join(folder, `shard-${index}`), http, tcp, gateway });
  }
  const running = new Map<number, RunningNode>();
  const planOf = (index: number): Plan => {
    const plan = plans[index];
    if (!plan) throw new Error(`The cluster has no node ${index}.`);
    return plan;
  };

  const startNode = async (index: number) => {
    const { directory, http, tcp, gateway } = planOf(index);
    const ports = [http, tcp];
    const engine = await startEngine({
      directory,
      memoryLimitMb,
      log: silent,
      tcp: true,
      password,
      extraConfig: buildRemoteServers(plans, index, password),
      findPort: async () => ports.shift() ?? findQuietPort(),
    });
    running.set(index, { engine, gateway: await openNodeGateway(gateway, tcp) });
  };
  const stopNode = async (index: number) => {
    const node = running.get(index);
    running.delete(index);
    await node?.gateway.close();
    await node?.engine.stop();
  };
  /** The launcher would start it again at once; a stop keeps it from that. */
  const killNode = async (index: number) => {
    const pid = running.get(index)?.engine.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await stopNode(index);
  };
  // Nobody reads what is in it any more, and to put it in order takes a second and more.
  const stop = async () => {
    await Promise.all([...running.keys()].map(killNode));
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
    killNode,
    stop,
  };
}

/** A node knows its own shard by its own port, and reads that without a connection. */
function buildRemoteServers(plans: readonly Plan[], own: number, password: string): string {
  const shards = plans.map(
    ({ tcp, gateway }, index) =>
      `<shard><replica><host>127.0.0.1</host><port>${index === own ? tcp : gateway}</port>` +
      `<user>${engineUser}</user><password>${password}</password></replica></shard>`,
  );
  return `<remote_servers><${name}>${shards.join('')}</${name}></remote_servers>`;
}

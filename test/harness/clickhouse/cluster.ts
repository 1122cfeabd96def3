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
  /** Each node by its own address, as a single server: to see what lies on it. */
  nodeUrls: readonly string[];
  /** The same node again: its address, its login, its data. */
  startNode(index: number): Promise<void>;
  killNode(index: number): Promise<void>;
  stop(): Promise<void>;
};

/** The node itself listens on `tcp`; to the others it is at `gateway`. */
type Plan = { directory: string; http: number; tcp: number; gateway: number };

type RunningNode = { engine: Engine; gateway: NodeGateway };

const name = 'footfall_test';

export async function startCluster(folder: string, shards = 2): Promise<Cluster> {
  const password = createPassword();
  const plans: Plan[] = [];
  for (let index = 0; index < shards; index += 1) {
    const [http, tcp, gateway] = [await findQuietPort(), await findQuietPort(), await findQuietPort()];
    plans.push({ directory: join(folder, `shard-${index}`), http, tcp, gateway });
  }
  const running = new Map<number, RunningNode>();

  const startNode = async (index: number) => {
    const { directory, http, tcp, gateway } = plans[index] as Plan;
    const extraConfig = buildRemoteServers(plans, index, password);
    const engine = await startEngine({ directory, ports: { http, tcp }, password, extraConfig });
    running.set(index, { engine, gateway: await openNodeGateway(gateway, tcp) });
  };
  const killNode = async (index: number) => {
    const node = running.get(index);
    running.delete(index);
    await node?.engine.kill();
    await node?.gateway.close();
  };
  const stop = async () => {
    await Promise.all([...running.keys()].map(killNode));
  };

  try {
    await Promise.all(plans.map((_, index) => startNode(index)));
  } catch (error) {
    await stop();
    throw error;
  }
  const nodeUrls = plans.map(({ http }) => `http://${engineUser}:${password}@127.0.0.1:${http}`);
  return { url: nodeUrls.join(','), cluster: name, nodeUrls, startNode, killNode, stop };
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

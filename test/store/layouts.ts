/** One suite over both layouts of the analytics store: a single server, and a cluster of two shards. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Analytics,
  type AnalyticsOptions,
  openAnalytics,
} from '../../src/store/analytics/open-analytics.ts';
import { startCluster } from '../harness/cluster.ts';

export type LayoutName = 'one server' | 'a cluster of two shards';

export const layoutNames: readonly LayoutName[] = ['one server', 'a cluster of two shards'];

export const silent = { debug() {}, info() {}, warn() {}, error() {} };
export const bounds = { reportTimeoutSeconds: 30, reportMemoryMb: 512, log: silent };

export type OpenLayout = {
  analytics: Analytics;
  /** A second store on the same engines. */
  open(options?: Partial<AnalyticsOptions>): Promise<Analytics>;
  /** Each node by its own address. */
  nodeUrls: readonly string[];
  /** SIGKILL, and the same node again. */
  killNode(index: number): Promise<void>;
  startNode(index: number): Promise<void>;
  close(): Promise<void>;
};

type Engines = Omit<OpenLayout, 'analytics' | 'open'> & { url: string; cluster?: string };

export async function openLayout(
  name: LayoutName,
  options: Partial<AnalyticsOptions> = {},
): Promise<OpenLayout> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-layout-'));
  const engines = await (name === 'one server' ? startSingle(folder) : startShards(folder));
  const opened: Analytics[] = [];
  const open = async (more: Partial<AnalyticsOptions> = {}) => {
    const { url, cluster } = engines;
    const analytics = await openAnalytics({ ...bounds, url, cluster, ...options, ...more });
    opened.push(analytics);
    return analytics;
  };
  const close = async () => {
    await Promise.all(opened.map((analytics) => analytics.close()));
    await engines.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { nodeUrls, killNode, startNode } = engines;
    return { analytics: await open(), open, nodeUrls, killNode, startNode, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The cluster harness without a cluster: its one node is the whole store. */
async function startSingle(folder: string): Promise<Engines> {
  const { cluster: _, ...engines } = await startShards(folder, 1);
  return engines;
}

async function startShards(folder: string, shards = 2): Promise<Engines> {
  const { url, cluster, nodeUrl, killNode, startNode, stop } = await startCluster(folder, shards);
  const nodeUrls = Array.from({ length: shards }, (_, index) => nodeUrl(index));
  return { url, cluster, nodeUrls, killNode, startNode, close: stop };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCountryDatabase } from '../../../src/ingest/client/country-database.ts';
import { catalogue } from '../../../src/reports/catalogue.ts';
import type { Report } from '../../../src/reports/define-report.ts';
import { startSettler } from '../../../src/settlement/settler.ts';
import { startEngine } from '../../../src/store/analytics/engine/start-engine.ts';
import { type Analytics, openAnalytics } from '../../../src/store/analytics/open-analytics.ts';
import { type Control, openControl } from '../../../src/store/control/open-control.ts';
import { startCluster } from '../../harness/cluster.ts';

export const deploymentNames = ['embedded', 'cluster'] as const;
export type DeploymentName = (typeof deploymentNames)[number];

/** Where worlds are sent to and asked about: the product's own stores, without a server around them. */
export type Deployment = {
  name: DeploymentName;
  folder: string;
  analytics: Analytics;
  control: Control;
  reports: readonly Report[];
  findCountry(address: string): string;
  /** Computes what is kept ready for days that are over, as the product does from time to time. */
  settle(now: number): Promise<void>;
  stop(): Promise<void>;
};

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

const bounds = { reportTimeoutSeconds: 60, reportMemoryMb: 900, log: silent };
const engineMemoryMb = 2048;

/** The engine inside the product, or two real servers with the tables sharded over them. */
const starters = {
  embedded: (directory: string) => startEngine({ directory, memoryLimitMb: engineMemoryMb, log: silent }),
  cluster: (directory: string) => startCluster(directory),
} as const;

export async function startDeployment(name: DeploymentName): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-model-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const engine = await starters[name](join(folder, 'engine'));
    undo.push(() => engine.stop());
    // The cluster's reports work out for themselves what the embedded engine's read from shared tables.
    const isEmbedded = name === 'embedded';
    const sharing = { isOnlyWriter: isEmbedded, sharesAtOnce: isEmbedded };
    const analytics = await openAnalytics({ ...bounds, ...engine, ...sharing });
    undo.push(() => analytics.close());
    const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
    undo.push(() => control.close());
    const findCountry = await openCountryDatabase();
    return {
      ...{ name, folder, analytics, control, findCountry },
      reports: catalogue,
      settle: (now) => settleDays(analytics, now),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function settleDays(analytics: Analytics, now: number): Promise<void> {
  const settler = startSettler({
    analytics,
    clock: () => now,
    log: silent,
    lease: alwaysOurs,
    intervalMs: never,
  });
  try {
    await settler.settleNow();
  } finally {
    await settler.stop();
  }
}

const alwaysOurs = { take: async () => true, release: async () => {} };
/** The longest that a timer waits. */
const never = 2 ** 31 - 1;

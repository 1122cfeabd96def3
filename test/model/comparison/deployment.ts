import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCountryDatabase } from '../../../src/ingest/client/country-database.ts';
import { catalogue } from '../../../src/reports/catalogue.ts';
import type { Report } from '../../../src/reports/define-report.ts';
import type { AnalyticsEngine } from '../../../src/store/analytics/analytics-engine.ts';
import { openLocalEngine } from '../../../src/store/analytics/duckdb/local-engine.ts';
import { type Control, openControl } from '../../../src/store/control/open-control.ts';
import type { LayoutName } from '../../clickhouse/layouts.ts';
import { requireDerivedRight } from './derived.ts';

export const deploymentNames = ['embedded', 'clickhouse', 'cluster'] as const;
export type DeploymentName = (typeof deploymentNames)[number];

/** Where worlds are sent to and asked about: the product's own stores, without a server around them. */
export type Deployment = {
  name: DeploymentName;
  folder: string;
  analytics: AnalyticsEngine;
  control: Control;
  reports: readonly Report[];
  findCountry(address: string): string;
  /** After a half of the records: settles days where the engine does, and looks whether what it keeps is right. */
  settle(now: number): Promise<void>;
  /** Whether answers come from other rows after settling. */
  settles: boolean;
  stop(): Promise<void>;
};

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

const engineMemoryMb = 2048;

type Started = { analytics: AnalyticsEngine; settles: boolean; settle(now: number): Promise<void> };

/** In many small steps it takes longer than everything else that is done with a world. */
const rebuiltEvery = 8;

const starters: Record<DeploymentName, (folder: string) => Promise<Started>> = {
  async embedded(folder) {
    const engine = await openLocalEngine({
      path: join(folder, 'analytics.duckdb'),
      memoryLimitMb: engineMemoryMb,
      temporaryDirectory: join(folder, 'temp'),
      temporaryLimitMb: engineMemoryMb,
    });
    let settled = 0;
    return {
      analytics: engine,
      settles: false,
      async settle() {
        await requireDerivedRight(engine);
        settled += 1;
        if (settled % rebuiltEvery !== 0) return;
        // What arrives later must find it as if it had never been derived anew.
        await engine.rebuild(undefined, { records: 30, recordsLinked: 60, credits: 5 });
        await requireDerivedRight(engine);
      },
    };
  },
  clickhouse: () => startLayout('one server'),
  cluster: () => startLayout('a cluster of two shards'),
};

/** On real servers, whose settler sees the time of the world that was last settled. */
async function startLayout(name: LayoutName): Promise<Started> {
  // Not loaded where there is no ClickHouse.
  const { openLayout } = await import('../../clickhouse/layouts.ts');
  let moment = Date.now();
  const { engine, close } = await openLayout(name, {
    clock: () => moment,
    reportTimeoutSeconds: 60,
    reportMemoryMb: 900,
  });
  return {
    analytics: { ...engine, close },
    settles: true,
    async settle(now) {
      moment = now;
      await engine.settleNow();
      const [failed] = engine.settlingErrors();
      if (failed) throw new Error(`A day could not be settled: ${failed.message}`);
    },
  };
}

export async function startDeployment(name: DeploymentName): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-model-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const started = await starters[name](folder);
    undo.push(() => started.analytics.close());
    const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
    undo.push(() => control.close());
    const findCountry = await openCountryDatabase();
    return { ...started, name, folder, control, findCountry, reports: catalogue, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

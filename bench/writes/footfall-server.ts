import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../../src/config.ts';
import { systemClock } from '../../src/contract/clock.ts';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type FootfallServer = ServerProcess & {
  /** For what a server sends and for what browsers send. */
  websites: { events: string; collect: string };
  key: string;
  /** Waits until the spool is empty; answers how many records waited and for how long. */
  catchUp(): Promise<{ records: number; seconds: number }>;
  /** What the pageviews series of the website adds up to. */
  countStored(website: string): Promise<number>;
  /** Kills the process and starts another on the same data, to be used from then on. */
  startAgain(): Promise<FootfallServer>;
};

export type Tenant = Pick<FootfallServer, 'websites' | 'key'>;

const program = fileURLToPath(new URL('../bin/footfall', import.meta.url));
const noLimit = 1_000_000_000;
/** All the load comes from one address, as if through one proxy. */
const environment = {
  PORT: '0',
  FOOTFALL_TRUSTED_PROXIES: '127.0.0.1',
  FOOTFALL_HITS_PER_ADDRESS: String(noLimit),
  FOOTFALL_HITS_PER_WEBSITE: String(noLimit),
};
const dayMs = 24 * 60 * 60 * 1000;
const pollMs = 20;

/** The product as an operator runs it, on an empty data directory that is removed in the end. */
export async function startFootfall(profileFolder: string | undefined): Promise<FootfallServer> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await serve(folder, await createTenant(folder), profileFolder);
    return removeWhenStopped(server, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

function removeWhenStopped(server: FootfallServer, remove: () => Promise<void>): FootfallServer {
  return {
    ...server,
    async stop() {
      await server.stop();
      await remove();
    },
    startAgain: async () => removeWhenStopped(await server.startAgain(), remove),
  };
}

/** The same on a data directory that there is. */
export async function serve(folder: string, tenant: Tenant, profileFolder?: string): Promise<FootfallServer> {
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const args = [...profiling, program, 'serve'];
  const server = await startServerProcess(args, { ...environment, FOOTFALL_DATA_DIR: folder });
  return {
    ...server,
    ...tenant,
    ...buildChecks(server.url, tenant),
    async startAgain() {
      await server.kill();
      return serve(folder, tenant);
    },
  };
}

async function createTenant(folder: string): Promise<Tenant> {
  const { sqlitePath } = parseConfig({ FOOTFALL_DATA_DIR: folder });
  const control = await openControl({ sqlitePath });
  try {
    const { id } = await createWorkspace(control, { name: 'Bench', rateLimit: noLimit }, systemClock);
    const createOne = async () => (await createWebsite(control, id, ['example.com'], systemClock)).websiteId;
    const websites = { events: await createOne(), collect: await createOne() };
    return { websites, key: await createBenchKey(control, id) };
  } finally {
    await control.close();
  }
}

export async function createBenchKey(control: Control, workspaceId: WorkspaceId): Promise<string> {
  const scopes = ['pixel:read', 'pixel:write'];
  return (await createKey(control, workspaceId, { name: 'Bench', scopes }, systemClock)).key;
}

function buildChecks(url: string, { key }: Tenant) {
  const pendingRecords = async () => {
    const answer = await fetch(`${url}/healthz`);
    return ((await answer.json()) as { pending_records: number }).pending_records;
  };
  return {
    async catchUp() {
      const startedAt = performance.now();
      const records = await pendingRecords();
      while ((await pendingRecords()) > 0) await sleep(pollMs);
      return { records, seconds: (performance.now() - startedAt) / 1000 };
    },
    async countStored(website: string) {
      const query = new URLSearchParams({
        website_id: website,
        metric: 'pageviews',
        // A run over midnight has records on two days.
        from_date: formatDay(Date.now() - dayMs),
        to_date: formatDay(Date.now()),
      });
      const answer = await fetch(`${url}/api/v1/pixel/analytics/timeseries?${query}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      const { data } = (await answer.json()) as { data: { data: { value: number }[] } };
      return data.data.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function formatDay(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 10);
}

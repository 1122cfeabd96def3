import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../src/config.ts';
import { systemClock } from '../src/contract/clock.ts';
import { createKey } from '../src/keys/create-key.ts';
import { openControl } from '../src/store/control/open-control.ts';
import { createWebsite } from '../src/websites/create-website.ts';
import { createWorkspace } from '../src/workspaces/create-workspace.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

export type FootfallServer = ServerProcess & {
  website: string;
  key: string;
  /** Waits until the spool is empty; answers how many records waited and for how long. */
  catchUp(): Promise<{ records: number; seconds: number }>;
  /** What the pageviews series of the website adds up to. */
  countStored(): Promise<number>;
};

const program = fileURLToPath(new URL('../bin/footfall', import.meta.url));
const noLimit = 1_000_000_000;
const dayMs = 24 * 60 * 60 * 1000;
const pollMs = 20;

/** The product as an operator runs it, on an empty data directory that is removed in the end. */
export async function startFootfall(profileFolder: string | undefined): Promise<FootfallServer> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const tenant = await createTenant(folder);
    const server = await startServerProcess([...profiling, program, 'serve'], {
      FOOTFALL_DATA_DIR: folder,
      PORT: '0',
    });
    const stop = async () => {
      await server.stop();
      await remove();
    };
    return { ...server, ...tenant, ...buildChecks(server.url, tenant), stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function createTenant(folder: string) {
  const { sqlitePath } = parseConfig({ FOOTFALL_DATA_DIR: folder });
  const control = await openControl({ sqlitePath });
  try {
    const { id } = await createWorkspace(control, { name: 'Bench', rateLimit: noLimit }, systemClock);
    const { websiteId } = await createWebsite(control, id, ['example.com'], systemClock);
    const scopes = ['pixel:read', 'pixel:write'];
    const { key } = await createKey(control, id, { name: 'Bench', scopes }, systemClock);
    return { website: websiteId, key };
  } finally {
    await control.close();
  }
}

function buildChecks(url: string, { website, key }: { website: string; key: string }) {
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
    async countStored() {
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

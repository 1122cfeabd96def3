import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Sql, sql } from '../../src/store/analytics/sql.ts';
import { settle } from '../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { findEnginePid } from './processes.ts';
import { openDataDirectory, readRows } from './stored-records.ts';

/** Servers whose report on crawlers never ends: their engine makes endless rows of those that it holds. */

let folder = '';
let server: ServerProcess;
let tenant: Tenant;

/** One for all tests of a suite, each of which has a workspace of its own. */
function useServer(path: Sql, environment: Record<string, string>): void {
  beforeAll(async () => {
    folder = await makeFolder();
    await makeCrawlsEndless(path);
    server = await startServerProcess({
      FOOTFALL_DATA_DIR: folder,
      // A client that hung up opens a new connection for later, which a stop waits for.
      FOOTFALL_SHUTDOWN_SECONDS: '1',
      ...environment,
    });
  });
  beforeEach(async () => {
    tenant = await makeTenant(folder, server.url);
    await tenant.post('/pixel/events', { website_id: tenant.website, path: '/' });
    await settle([server.url]);
  });
  afterAll(async () => {
    await server?.stop();
    await removeFolder(folder);
  });
}

async function makeCrawlsEndless(path: Sql): Promise<void> {
  const engine = await openDataDirectory(folder);
  await readRows(engine, sql`DROP TABLE crawls`);
  await readRows(
    engine,
    sql`CREATE VIEW crawls AS
      SELECT hits.workspace_id, hits.website_id, hits.ts, hits.seq, 'OpenAI' AS operator, 'training' AS purpose,
        ${path} AS path
      FROM range(1000000000000000) AS endless(n), hits`,
  );
  await engine.close();
}

const samePath = sql`'/'`;
/** All of them have to be remembered, to be told apart. */
const newPaths = sql`'/' || CAST(endless.n AS VARCHAR)`;

const crawlers = '/pixel/metrics/ai_traffic';
const pages = '/pixel/metrics/top_pages';

async function readAnswer(path: string): Promise<[number, unknown]> {
  const { status, body } = await tenant.get(path, { website_id: tenant.website });
  return [status, body.error?.code];
}

/** A request whose client can hang up; each `limit` is another question. */
function ask(limit: number): { hangUp(): void; ended: Promise<unknown> } {
  const leaving = new AbortController();
  const url = `${server.url}/api/v1${crawlers}?website_id=${tenant.website}&limit=${limit}`;
  const headers = { authorization: `Bearer ${tenant.key}` };
  const ended = fetch(url, { headers, signal: leaving.signal }).then(
    ({ status }) => status,
    () => 'hung up',
  );
  return { hangUp: () => leaving.abort(), ended };
}

const ticksPerSecond = 100;
const lookMs = 200;

/** Whether the engine works on something, by the processor time that it takes. */
async function isBusy(): Promise<boolean> {
  const before = readEngineMs();
  await sleep(lookMs);
  return readEngineMs() - before > lookMs / 4;
}

function readEngineMs(): number {
  const stat = readFileSync(`/proc/${findEnginePid(server.process.pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

const untilBusy = () => expect.poll(isBusy, { timeout: 20_000 }).toBe(true);
const untilIdle = () => expect.poll(isBusy, { timeout: 20_000 }).toBe(false);

describe('a server with time for reports and places for two', () => {
  useServer(samePath, { FOOTFALL_REPORT_TIMEOUT_SECONDS: '60', FOOTFALL_REPORTS_AT_ONCE: '2' });

  it('ends a report in the engine when its client hangs up, and not before the last who asked for it', async () => {
    const [first, second] = [ask(1), ask(1)];
    await untilBusy();
    first.hangUp();
    expect(await first.ended).toBe('hung up');
    await sleep(lookMs);
    await untilBusy();
    second.hangUp();
    expect(await second.ended).toBe('hung up');
    await untilIdle();
    expect(await readAnswer(pages)).toEqual([200, undefined]);
    expect(server.log()).not.toContain('request failed');
  });

  it('stores records while more reports are asked for than the engine works on', async () => {
    const asked = Array.from({ length: 40 }, (_, n) => ask(n + 1));
    await untilBusy();
    for (let n = 0; n < 30; n += 1) {
      const { status } = await tenant.post('/pixel/events', { website_id: tenant.website, path: `/${n}` });
      expect(status).toBe(200);
    }
    await settle([server.url]);
    await untilBusy();

    for (const each of asked) each.hangUp();
    await Promise.all(asked.map(({ ended }) => ended));
    await untilIdle();
    expect(await tenant.rows(pages)).toHaveLength(31);
  });

  it("answers another workspace's reports while one asks for more than there are places, and frees these when it goes", async () => {
    const other = await makeTenant(folder, server.url);
    const asked = Array.from({ length: 10 }, (_, n) => ask(n + 1));
    let ended = 0;
    for (const each of asked) void each.ended.then(() => (ended += 1));
    await untilBusy();
    expect(await other.rows('/pixel/analytics/overview')).toMatchObject([{ status: 'never' }]);
    expect(await other.rows(pages)).toEqual([]);
    expect(ended).toBe(0);

    for (const each of asked) each.hangUp();
    await Promise.all(asked.map((each) => each.ended));
    expect(await readAnswer(pages)).toEqual([200, undefined]);
  });

  it('refuses patterns that the engine would compile for minutes, and goes on for everyone else', async () => {
    const other = await makeTenant(folder, server.url);
    const dates = 'from_date=2026-01-01&to_date=2026-01-31';
    const attack = async (n: number) => {
      // Each of them another one, so that they share no answer.
      const patterns = Array.from({ length: 20 }, (_, m) => `${n}x${m}${'a{1\\,1000}'.repeat(45)}`);
      const query = `website_id=${tenant.website}&${dates}&page=matches:${patterns.join(',')}`;
      const response = await fetch(`${server.url}/api/v1/pixel/analytics/pages?${query}`, {
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      const { error } = (await response.json()) as { error: { code: string; details: object } };
      return { status: response.status, code: error.code, details: error.details };
    };
    const attacks = Promise.all([1, 2, 3, 4].map(attack));
    expect(await other.rows('/pixel/analytics/overview')).toMatchObject([{ status: 'never' }]);
    const details = { filter: 'page', reason: expect.stringContaining('too complex') };
    expect(await attacks).toEqual(Array(4).fill({ status: 400, code: 'invalid_filter', details }));
    await untilIdle();
  });
});

describe('a server with a second for a report and a place for one', () => {
  useServer(samePath, { FOOTFALL_REPORT_TIMEOUT_SECONDS: '1', FOOTFALL_REPORTS_AT_ONCE: '1' });

  it('answers 503 where a report takes too long, and is there for the next one', async () => {
    expect(await readAnswer(crawlers)).toEqual([503, 'upstream_unavailable']);
    await untilIdle();
    expect(await readAnswer(pages)).toEqual([200, undefined]);
  });

  it('answers 503 where the engine hangs', async () => {
    const pid = findEnginePid(server.process.pid) as number;
    process.kill(pid, 'SIGSTOP');
    try {
      expect(await readAnswer(pages)).toEqual([503, 'upstream_unavailable']);
      expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await expect.poll(() => readAnswer(pages), { timeout: 60_000 }).toEqual([200, undefined]);
  });

  it('refuses with 503 those whose turn does not come in time', async () => {
    const asked = Array.from({ length: 4 }, (_, n) => ask(n + 1));
    expect(await Promise.all(asked.map(({ ended }) => ended))).toEqual([503, 503, 503, 503]);
    expect(await readAnswer(pages)).toEqual([200, undefined]);
  });
});

describe('a server with little memory', () => {
  useServer(newPaths, { FOOTFALL_ENGINE_MEMORY_MB: '100', FOOTFALL_ENGINE_TEMP_MB: '50' });

  it('answers 503 where a report takes more memory than there is, and has it back afterwards', async () => {
    expect(await readAnswer(crawlers)).toEqual([503, 'upstream_unavailable']);
    await untilIdle();
    expect(await readAnswer(pages)).toEqual([200, undefined]);
  });
});

import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Engine, startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { settle } from '../harness/deployments.ts';
import { type EngineWatch, watchEngine } from '../harness/engine-watch.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { silent } from './stored-records.ts';

/** A server whose reports on goals never end: the engine makes endless rows of what it holds of them. */

let folder = '';
let engine: Engine;
let watch: EngineWatch;
let server: ServerProcess;
let tenant: Tenant;
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
  undo.push(() => removeFolder(folder));
  engine = await startEngine({ directory: join(folder, 'outside'), memoryLimitMb: 1024, log: silent });
  undo.push(() => engine.stop());
  watch = watchEngine(addressOf(engine));
  undo.push(() => watch.close());
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

function addressOf({ url, username, password }: Engine): string {
  const address = new URL(url);
  [address.username, address.password] = [username, password];
  return address.href;
}

async function startServer(environment: Record<string, string>): Promise<void> {
  const dataDirectory = join(folder, 'data');
  server = await startServerProcess({
    FOOTFALL_DATA_DIR: dataDirectory,
    CLICKHOUSE_URL: addressOf(engine),
    // A client that hung up opens a new connection for later, which a stop waits for.
    FOOTFALL_SHUTDOWN_SECONDS: '1',
    ...environment,
  });
  undo.push(() => server.stop());
  tenant = await makeTenant(dataDirectory, server.url);
  const properties = { plan: 'pro' };
  await Promise.all(
    goals.map((goal_name) =>
      tenant.post('/pixel/goals', { website_id: tenant.website, goal_name, properties }),
    ),
  );
  await settle([server.url]);
}

async function replaceGoals(from: string): Promise<void> {
  await watch.command('RENAME TABLE footfall.conversions TO footfall.finite');
  await watch.command(`CREATE VIEW footfall.conversions AS SELECT finite.* FROM ${from}`);
}

const endless = 'numbers(1000000000000000) AS endless';
const makeEndless = () => replaceGoals(`${endless} CROSS JOIN footfall.finite`);
/** The engine keeps the right side of a join in memory. */
const makeHuge = () => replaceGoals(`footfall.finite CROSS JOIN ${endless}`);

async function makeFinite(): Promise<void> {
  await watch.command('DROP TABLE footfall.conversions SYNC');
  await watch.command('RENAME TABLE footfall.finite TO footfall.conversions');
}

const goals = ['first', 'second', ...Array.from({ length: 40 }, (_, n) => `goal-${n}`)];

const breakdown = (goal: string) => `/pixel/goals/${goal}/metadata`;

async function readAnswer(path: string): Promise<[number, unknown]> {
  const { status, body } = await tenant.get(path, { website_id: tenant.website });
  return [status, body.error?.code];
}

/** A request whose client can hang up. */
function ask(path: string): { hangUp(): void; ended: Promise<unknown> } {
  const leaving = new AbortController();
  const url = `${server.url}/api/v1${path}?website_id=${tenant.website}`;
  const headers = { authorization: `Bearer ${tenant.key}` };
  const ended = fetch(url, { headers, signal: leaving.signal }).then(
    ({ status }) => status,
    () => 'hung up',
  );
  return { hangUp: () => leaving.abort(), ended };
}

/** Of what these tests ask for, the breakdown of goals alone has this in it. */
const mark = 'ARRAY JOIN';
const untilUnderWay = (wanted: number) => watch.untilUnderWay(mark, (count) => count === wanted);

it('ends a report in the engine when its client hangs up, and not before the last who asked for it', async () => {
  await startServer({ FOOTFALL_REPORT_TIMEOUT_SECONDS: '60' });
  await makeEndless();
  const [first, second, other] = [ask(breakdown('first')), ask(breakdown('first')), ask(breakdown('second'))];
  await untilUnderWay(2);

  first.hangUp();
  expect(await first.ended).toBe('hung up');
  other.hangUp();
  expect(await other.ended).toBe('hung up');
  await untilUnderWay(1);
  second.hangUp();
  expect(await second.ended).toBe('hung up');
  await untilUnderWay(0);

  await makeFinite();
  expect(await readAnswer(breakdown('first'))).toEqual([200, undefined]);
  expect(server.log()).not.toContain('request failed');
});

it('answers 503 where a report takes too long, and is there for the next one', async () => {
  await startServer({ FOOTFALL_REPORT_TIMEOUT_SECONDS: '1' });
  await makeEndless();
  expect(await readAnswer(breakdown('first'))).toEqual([503, 'upstream_unavailable']);
  await untilUnderWay(0);
  await makeFinite();
  expect(await readAnswer(breakdown('first'))).toEqual([200, undefined]);
});

it('answers 503 where a report takes too much memory', async () => {
  await startServer({ FOOTFALL_REPORT_MEMORY_MB: '100' });
  await makeHuge();
  expect(await readAnswer(breakdown('first'))).toEqual([503, 'upstream_unavailable']);
  await expect.poll(() => server.log()).toContain('memory limit exceeded');
  await makeFinite();
  expect(await readAnswer(breakdown('first'))).toEqual([200, undefined]);
});

it('answers 503 where the engine hangs', async () => {
  await startServer({ FOOTFALL_REPORT_TIMEOUT_SECONDS: '1' });
  const pid = engine.pid() as number;
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await readAnswer(breakdown('first'))).toEqual([503, 'upstream_unavailable']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  // A second is little for an engine that has just woken up.
  await expect.poll(() => readAnswer(breakdown('first')), { timeout: 120_000 }).toEqual([200, undefined]);
});

it('stores records while more reports are asked for than the engine works on', async () => {
  await startServer({ FOOTFALL_REPORT_TIMEOUT_SECONDS: '60', FOOTFALL_REPORTS_AT_ONCE: '3' });
  await makeEndless();
  const asked = Array.from({ length: 40 }, (_, n) => ask(breakdown(`goal-${n}`)));
  await untilUnderWay(3);

  for (let n = 0; n < 30; n += 1) {
    const { status } = await tenant.post('/pixel/events', { website_id: tenant.website, path: `/${n}` });
    expect(status).toBe(200);
  }
  await settle([server.url]);
  expect(await watch.underWay(mark)).toBe(3);

  for (const each of asked) each.hangUp();
  await Promise.all(asked.map(({ ended }) => ended));
  await untilUnderWay(0);
  const today = new Date().toISOString().slice(0, 10);
  const rows = await tenant.rows('/pixel/analytics/pages', { from_date: '2024-01-01', to_date: today });
  expect(rows).toHaveLength(30);
});

it('refuses with 503 those whose turn does not come in time', async () => {
  await startServer({ FOOTFALL_REPORT_TIMEOUT_SECONDS: '1', FOOTFALL_REPORTS_AT_ONCE: '1' });
  await makeEndless();
  const asked = Array.from({ length: 4 }, (_, n) => ask(breakdown(`goal-${n}`)));
  expect(await Promise.all(asked.map(({ ended }) => ended))).toEqual([503, 503, 503, 503]);
  await makeFinite();
  expect(await readAnswer(breakdown('first'))).toEqual([200, undefined]);
});

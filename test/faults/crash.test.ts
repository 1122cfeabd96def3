import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../harness/server-process.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { untilHealth } from './health.ts';
import { expectExactlyOnce } from './ledger-check.ts';
import { findEnginePid, killProcess, untilGone, untilOtherEngine } from './processes.ts';
import { chooseSeed, createRandom, type Random } from './seeded-random.ts';
import { type Senders, startSenders } from './senders.ts';
import { readDataDirectory } from './stored-records.ts';

/** Of servers, and as many of engines alone. `npm run test:kills` has more of them. */
const killsOfEach = Number(process.env.FOOTFALL_TEST_KILLS ?? 50) / 2;
const senderCount = 6;

let folder = '';
let environment: Record<string, string> = {};
let server: ServerProcess | undefined;
let senders: Senders | undefined;
let killed = { servers: 0, engines: 0 };
const engines = new Set<number>();

beforeEach(async () => {
  folder = await makeFolder();
  environment = { FOOTFALL_DATA_DIR: folder, PORT: String(await findQuietPort()), LOG_LEVEL: 'warn' };
  killed = { servers: 0, engines: 0 };
});

afterEach(async () => {
  const sending = senders?.finish().catch(() => {});
  await server?.kill();
  await sending;
  // An engine ends by itself once its server is gone.
  await Promise.all([...engines].map(untilGone));
  await removeFolder(folder);
});

async function serve(): Promise<string> {
  server = await startServerProcess({ ...environment, LOG_LEVEL: 'info' });
  rememberEngine();
  return server.url;
}

function rememberEngine(): number | undefined {
  const pid = findEnginePid(server?.process.pid);
  if (pid !== undefined) engines.add(pid);
  return pid;
}

async function killServer(): Promise<void> {
  rememberEngine();
  await server?.kill();
  killed.servers += 1;
}

/** Resolves once there is another, now and then before it is ready. */
async function killEngine(random: Random): Promise<void> {
  const pid = rememberEngine();
  if (pid === undefined || server === undefined) return;
  killProcess(pid);
  killed.engines += 1;
  await untilOtherEngine(server.process.pid, pid);
  if (random.whole(0, 2) > 0) await untilHealth(server.url, 200);
}

/** Somewhere between the first line of the program and the first batch of the spool it finds. */
async function killAtStart(random: Random): Promise<void> {
  server = spawnServer(environment);
  await sleep(random.whole(0, 700));
  await killServer();
}

async function killAtWork(random: Random): Promise<void> {
  await serve();
  // A server waits longer before each new start of its engine: few kills of one server's engine, on many servers.
  for (let kill = random.whole(1, 2); kill > 0; kill -= 1) {
    await sleep(random.whole(0, 300));
    await killEngine(random);
  }
  await sleep(random.whole(0, 400));
  await killServer();
}

async function killAll(random: Random): Promise<void> {
  while (killed.servers < killsOfEach) {
    // Engines are killed on servers that run, so servers are killed at their start only while engines are ahead.
    await (killed.engines > killed.servers ? killAtStart(random) : killAtWork(random));
  }
  await serve();
  while (killed.engines < killsOfEach) {
    await sleep(random.whole(0, 300));
    await killEngine(random);
  }
}

it(`keeps every accepted record, once, through ${killsOfEach} kills of the server and ${killsOfEach} of its engine`, async () => {
  const random = createRandom(chooseSeed());
  const url = await serve();
  const tenant = await makeTenant(folder, url);
  const { website, key } = tenant;
  senders = startSenders({ url, website, key }, createRandom(random.seed + 1), senderCount);
  await sleep(random.whole(100, 400));
  await killServer();
  try {
    await killAll(random);
    await senders.finish();
    await settle([url]);

    const { ledger } = senders;
    const revenue = [...ledger.amounts.values()].reduce((sum, amount) => sum + Math.round(amount * 100), 0);
    const months = await tenant.rows('/pixel/analytics/timeseries', {
      metric: 'revenue',
      granularity: 'month',
    });
    const reported = months.reduce((sum, { value }) => sum + Math.round(Number(value) * 100), 0);
    expect(reported).toBe(revenue);
    expect(await server?.stop()).toBe(0);
    expectExactlyOnce(await readDataDirectory(folder), ledger);
    expect(killed.servers).toBeGreaterThanOrEqual(killsOfEach);
    expect(killed.engines).toBeGreaterThanOrEqual(killsOfEach);
    expect(ledger.accepted.hits.size).toBeGreaterThan(200);
    expect(ledger.retries).toBeGreaterThan(20);
  } catch (error) {
    throw new Error(
      `Seed ${random.seed} (set FOOTFALL_TEST_SEED to repeat): ${String(error)}\n${server?.log()}`,
      { cause: error },
    );
  }
}, 3_600_000);

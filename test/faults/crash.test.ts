import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { type ServerProcess, spawnServer, startServerProcess } from '../harness/server-process.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { expectExactlyOnce } from './ledger-check.ts';
import { findEnginePid, killProcess, untilGone } from './processes.ts';
import { chooseSeed, createRandom, type Random } from './seeded-random.ts';
import { type Senders, startSenders } from './senders.ts';
import { readDataDirectory } from './stored-records.ts';

const serverKills = 22;
const senderCount = 6;

let folder = '';
let environment: Record<string, string> = {};
let server: ServerProcess | undefined;
let senders: Senders | undefined;
const engines = new Set<number>();

beforeEach(async () => {
  folder = await makeFolder();
  environment = { FOOTFALL_DATA_DIR: folder, PORT: String(await findQuietPort()), LOG_LEVEL: 'warn' };
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
}

function killEngine(): void {
  const pid = rememberEngine();
  if (pid !== undefined) killProcess(pid);
}

async function killAtRandom(random: Random, round: number): Promise<void> {
  if (round % 4 === 3) {
    // Somewhere between the first line of the program and the first batch of the spool it finds.
    server = spawnServer(environment);
    await sleep(random.whole(0, 700));
    return killServer();
  }
  await serve();
  if (round % 4 === 1) {
    await sleep(random.whole(0, 300));
    killEngine();
  }
  await sleep(random.whole(0, 600));
  await killServer();
}

it(`keeps every accepted record, once, through ${serverKills} kills of the server`, async () => {
  const random = createRandom(chooseSeed());
  const url = await serve();
  const tenant = await makeTenant(folder, url);
  const { website, key } = tenant;
  senders = startSenders({ url, website, key }, createRandom(random.seed + 1), senderCount);
  await sleep(random.whole(100, 400));
  await killServer();
  try {
    for (let round = 1; round < serverKills; round += 1) await killAtRandom(random, round);
    await serve();
    await sleep(300);
    killEngine();
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
    expect(ledger.accepted.hits.size).toBeGreaterThan(500);
    expect(ledger.retries).toBeGreaterThan(20);
  } catch (error) {
    throw new Error(
      `Seed ${random.seed} (set FOOTFALL_TEST_SEED to repeat): ${String(error)}\n${server?.log()}`,
      {
        cause: error,
      },
    );
  }
}, 600_000);

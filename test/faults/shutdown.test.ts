import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { settle } from '../harness/deployments.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { runCli, type ServerProcess, spawnServer, startServerProcess } from '../harness/server-process.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { expectExactlyOnce } from './ledger-check.ts';
import { findEnginePid, isAlive, untilGone } from './processes.ts';
import { createRandom } from './seeded-random.ts';
import { startSenders } from './senders.ts';
import { openDataDirectory, readDataDirectory } from './stored-records.ts';

/** Far more than a stop takes, far less than what idle connections are kept for. */
const patienceMs = 15_000;

let folder = '';
const undo: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
  await removeFolder(folder);
});

async function serve(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ FOOTFALL_DATA_DIR: folder, ...environment });
  rememberToKill(server);
  return server;
}

function rememberToKill(server: ServerProcess): void {
  undo.push(async () => {
    const engine = findEnginePid(server.process.pid);
    await server.kill();
    if (engine !== undefined) await untilGone(engine);
  });
}

type Sent = { name: string; outcome: 'accepted' | 'broken' | `${number}` };

function sendRecord(
  url: string,
  key: string,
  body: { website_id: string; path: string },
  agent: Agent | false = false,
): Promise<Sent> {
  return new Promise((resolve) => {
    const text = JSON.stringify(body);
    const finish = (outcome: Sent['outcome']) => resolve({ name: body.path, outcome });
    const request = httpRequest(`${url}/api/v1/pixel/events`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    request.on('error', () => finish('broken'));
    request.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        finish(response.statusCode === 200 ? 'accepted' : `${Number(response.statusCode)}`),
      );
      response.on('error', () => finish('broken'));
    });
    request.end(text);
  });
}

it('answers all it has taken in when it is told to stop, keeps it, and takes its engine along', async () => {
  const server = await serve();
  const { website, key } = await makeTenant(folder, server.url);
  const engine = findEnginePid(server.process.pid);
  let sending = true;
  const sent: Sent[] = [];
  const run = async (_: unknown, sender: number) => {
    for (let n = 0; sending; n += 1) {
      const body = { website_id: website, path: `/${sender}/${n}` };
      // On a connection of its own, so that a broken one can only mean that it was never taken in.
      const answered = await sendRecord(server.url, key, body);
      sent.push(answered);
      if (answered.outcome !== 'accepted') await sleep(20);
    }
  };
  const senders = Promise.all(Array.from({ length: 8 }, run));
  // In the midst of it, however fast the machine is.
  await vi.waitUntil(() => sent.length > 50, { timeout: 60_000 });
  expect(await server.stop()).toBe(0);
  sending = false;
  await senders;

  expect(isAlive(Number(engine))).toBe(false);
  const names = (outcome: Sent['outcome']) =>
    sent.filter((each) => each.outcome === outcome).map(({ name }) => name);
  expect(names('accepted').length).toBeGreaterThanOrEqual(50);
  expect(names('accepted').length + names('503').length + names('broken').length).toBe(sent.length);
  const { hits } = await readDataDirectory(folder);
  // Nothing else is there either: no request was recorded whose answer was cut off.
  expect(hits).toEqual(new Map(names('accepted').map((name) => [name, 1])));
});

it('loses nothing of clients that keep their connections', async () => {
  const server = await serve();
  const { website, key } = await makeTenant(folder, server.url);
  const senders = startSenders({ url: server.url, website, key }, createRandom(1), 8);
  undo.push(() => senders.finish());
  await sleep(700);
  expect(await server.stop()).toBe(0);
  const second = await serve({ PORT: new URL(server.url).port });
  await senders.finish();
  await settle([second.url]);
  expect(await second.stop()).toBe(0);
  expectExactlyOnce(await readDataDirectory(folder), senders.ledger);
});

it('says in its probe that it stops, and refuses what is new, until all it has taken in is answered', async () => {
  const server = await serve({ FOOTFALL_SHUTDOWN_SECONDS: '60' });
  const { website, key, get, send } = await makeTenant(folder, server.url);
  expect((await get('/me')).status).toBe(200);
  const body = JSON.stringify({ website_id: website, path: '/begun' });
  const begun = httpRequest(`${server.url}/api/v1/pixel/events`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      // The server says so once it has taken the request.
      expect: '100-continue',
    },
  });
  const answered = once(begun, 'response');
  begun.flushHeaders();
  await once(begun, 'continue');
  const stopped = server.stop();

  const probe = async () => {
    const response = await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  await expect.poll(probe, { timeout: patienceMs }).toEqual([503, 'stopping']);
  const read = await send({ path: '/pixel/analytics/overview', query: { website_id: website } });
  expect([read.status, read.body.error.code]).toEqual([503, 'upstream_unavailable']);
  const written = await send({
    method: 'POST',
    path: '/pixel/events',
    body: { website_id: website, path: '/late' },
  });
  expect([written.status, written.body.error.code]).toEqual([503, 'ingest_unavailable']);
  expect(await probe()).toEqual([503, 'stopping']);

  begun.end(body);
  const [response] = await answered;
  expect(response.statusCode).toBe(200);
  response.resume();
  expect(await stopped).toBe(0);
  expect((await readDataDirectory(folder)).hits).toEqual(new Map([['/begun', 1]]));
});

it('is not held up by connections that say nothing more', async () => {
  const server = await serve({ FOOTFALL_SHUTDOWN_SECONDS: '2' });
  const { website, key } = await makeTenant(folder, server.url);
  const silentSocket = connect(Number(new URL(server.url).port), '127.0.0.1');
  undo.push(async () => silentSocket.destroy());
  await once(silentSocket, 'connect');
  silentSocket.on('error', () => {});
  const agent = new Agent({ keepAlive: true });
  undo.push(async () => agent.destroy());
  const underWay = Array.from({ length: 50 }, (_, n) =>
    sendRecord(server.url, key, { website_id: website, path: `/${n}` }, agent),
  );
  // The first of them has been answered, most of the others have not, and none of these clients comes back.
  await Promise.race(underWay);
  const stopped = server.stop();
  await expect(Promise.race([stopped, sleep(patienceMs, 'still running')])).resolves.toBe(0);
});

it('says in its probe that it is not ready, then that it is', async () => {
  // As the engine of a server that was killed does for a moment.
  const predecessor = await openDataDirectory(folder);
  const port = await findQuietPort();
  const server = spawnServer({ FOOTFALL_DATA_DIR: folder, PORT: String(port) });
  rememberToKill(server);
  const probe = async () => (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status;
  await expect.poll(probe, { timeout: patienceMs, interval: 20 }).toBeDefined();
  expect(await probe()).toBe(503);
  await predecessor.close();
  await expect.poll(probe, { timeout: patienceMs, interval: 20 }).toBe(200);
});

it('refuses a directory that another server uses, and takes it over once that one is gone', async () => {
  const first = await serve();
  const second = spawnServer({ FOOTFALL_DATA_DIR: folder });
  rememberToKill(second);
  await new Promise((resolve) => second.process.once('close', resolve));
  expect(second.process.exitCode).toBe(1);
  expect(second.log()).toContain(
    `Another Footfall server (process ${first.process.pid}) is using ${folder}.`,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  const { website, key } = await makeTenant(folder, first.url);
  const body = { website_id: website, path: '/kept' };
  expect((await sendRecord(first.url, key, body)).outcome).toBe('accepted');
  await first.kill();
  const third = await serve();
  await settle([third.url]);
  expect(await third.stop()).toBe(0);
  expect((await readDataDirectory(folder)).hits).toEqual(new Map([['/kept', 1]]));
});

it('stops while it still starts', async () => {
  const server = spawnServer({
    FOOTFALL_DATA_DIR: folder,
    CLICKHOUSE_URL: `http://127.0.0.1:${await findQuietPort()}`,
  });
  rememberToKill(server);
  while (!server.log().includes('waiting for the analytics engine')) await sleep(10);
  await expect(Promise.race([server.stop(), sleep(patienceMs, 'still running')])).resolves.toBe(0);
});

it('works beside the command line on the same directory', async () => {
  const server = await serve();
  const environment = { FOOTFALL_DATA_DIR: folder };
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCli([...words, '--json'], environment);
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const workspace = await run('workspace', 'create', '--name', 'Beside');
  const website = await run('website', 'create', '--workspace', workspace.id, '--domain', 'example.com');
  const scopes = ['--scope', 'pixel:read', '--scope', 'pixel:write'];
  const { id, key } = await run('key', 'create', '--workspace', workspace.id, '--name', 'k', ...scopes);
  const body = { website_id: website.websiteId, path: '/' };
  expect((await sendRecord(server.url, key, body)).outcome).toBe('accepted');
  await run('key', 'revoke', id);
  const refused = await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
  expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
    401,
    'api_key_revoked',
  ]);
});

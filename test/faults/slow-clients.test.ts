import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../src/store/analytics/sql.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import { settle } from '../harness/deployments.ts';
import { createMember } from '../harness/person.ts';
import { type Environment, type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import type { Tenant } from '../harness/tenant.ts';
import { makeFolder, makeTenant, removeFolder } from './data-directory.ts';
import { untilHealth } from './health.ts';
import { openDataDirectory, readRows } from './stored-records.ts';

/** Clients that are in no hurry, or gone before the end: none of them may keep its connection, or show in the log. */

/** Far more than the second that a request may take here. */
const patienceMs = 60_000;
const dripMs = 200;

let folder = '';
let server: ServerProcess;
let tenant: Tenant;
let loggedBefore = 0;
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await makeFolder();
  await startServer({ FOOTFALL_REQUEST_TIMEOUT_SECONDS: '1', FOOTFALL_REPORT_TIMEOUT_SECONDS: '1' });
  tenant = await makeTenant(folder, server.url);
});

beforeEach(() => {
  loggedBefore = server.log().length;
});

afterEach(() => {
  for (const step of undo.splice(0)) step();
});

afterAll(async () => {
  await server?.stop();
  await removeFolder(folder);
});

async function startServer(environment: Environment = {}): Promise<void> {
  server = await startServerProcess({
    FOOTFALL_DATA_DIR: folder,
    FOOTFALL_SHUTDOWN_SECONDS: '1',
    ...environment,
  });
  loggedBefore = 0;
}

type Client = { socket: Socket; received(): string; closed: Promise<unknown> };

/** A connection that its client does not close, whatever it is told. */
async function openClient(text: string): Promise<Client> {
  const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true });
  undo.push(() => socket.destroy());
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, received: () => received, closed };
}

/** Sends another byte again and again, by which it also notices that the server has closed the connection. */
function dripInto({ socket }: Client, byte: string): void {
  const timer = setInterval(() => socket.writable && socket.write(byte), dripMs);
  socket.once('close', () => clearInterval(timer));
}

async function stillOpen(clients: readonly Client[]): Promise<number> {
  const timer = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.all(clients.map(({ closed }) => closed)), late]);
  timer.abort();
  return clients.filter(({ socket }) => !socket.destroyed).length;
}

function listRoutes(): string[] {
  const authorization = `authorization: Bearer ${tenant.key}\r\n`;
  const { host } = new URL(server.url);
  return [
    'POST /collect HTTP/1.1\r\n',
    `POST /api/v1/pixel/events HTTP/1.1\r\n${authorization}`,
    'POST /api/v1/pixel/events HTTP/1.1\r\n',
    `POST /api/v1/pixel/segments HTTP/1.1\r\n${authorization}`,
    `GET /api/v1/me HTTP/1.1\r\n${authorization}`,
    `DELETE /api/v1/nowhere HTTP/1.1\r\n${authorization}`,
    `POST /app/sign-in HTTP/1.1\r\norigin: http://${host}\r\n`,
    'GET /healthz HTTP/1.1\r\n',
    'GET /docs HTTP/1.1\r\n',
    'PUT /nowhere HTTP/1.1\r\n',
  ].map((head) => `${head}host: ${host}\r\ncontent-type: application/json\r\n`);
}

/** Warnings and errors since the test began. */
function readComplaints(): string[] {
  return server
    .log()
    .slice(loggedBefore)
    .split('\n')
    .filter((line) => /"level":[4-9]0/.test(line));
}

it('ends 200 requests whose bodies never end, on every route', async () => {
  const bodies = ['content-length: 16000\r\n\r\n{"a":"', 'transfer-encoding: chunked\r\n\r\n6\r\n{"a":"\r\n'];
  const texts = listRoutes().flatMap((route) => bodies.map((body) => route + body));
  const clients = await Promise.all(
    Array.from({ length: 200 }, (_, n) => openClient(texts[n % texts.length] as string)),
  );
  for (const client of clients) dripInto(client, '1\r\n1\r\n');
  expect(await stillOpen(clients)).toBe(0);
  const answered = clients.filter((client) => client.received().includes('408 Request Timeout'));
  expect(answered.length).toBeGreaterThan(0);
  expect(answered[0]?.received()).toContain('"code":"request_timeout"');
  expect(readComplaints()).toEqual([]);
  expect((await tenant.get('/me')).status).toBe(200);
});

it('ends connections whose heads never end, and those that never ask', async () => {
  const endless = Array.from({ length: 20 }, () => openClient('GET /healthz HTTP/1.1\r\nhost: a\r\nx: '));
  const silent = Array.from({ length: 20 }, () => openClient(''));
  const [heads, asking] = [await Promise.all(endless), await Promise.all(silent)];
  for (const client of heads) dripInto(client, 'x');
  for (const { socket } of asking) socket.once('end', () => socket.end());
  expect(await stillOpen([...heads, ...asking])).toBe(0);
});

it('ends connections whose clients do not read what they asked for', async () => {
  const { host } = new URL(server.url);
  const request = `GET /api/v1/openapi.json HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const client = await openClient('');
  client.socket.pause();
  // Answers of more bytes than the kernel keeps for a client.
  client.socket.write(request.repeat(500));
  dripInto(client, request);
  expect(await stillOpen([client])).toBe(0);
});

it('logs nothing of uploads that are broken off', async () => {
  const clients = await Promise.all(
    listRoutes().map((route) => openClient(`${route}content-length: 1000\r\n\r\n{"a":`)),
  );
  await sleep(dripMs);
  for (const { socket } of clients) socket.resetAndDestroy();
  await Promise.all(clients.map(({ closed }) => closed));
  expect((await tenant.get('/me')).status).toBe(200);
  await sleep(dripMs);
  expect(readComplaints()).toEqual([]);
});

it('logs nothing of exports that are broken off, and ends them in the engine', async () => {
  await tenant.post('/pixel/events', { website_id: tenant.website, path: `/${'x'.repeat(2000)}` });
  await settle([server.url]);
  await server.stop();
  const engine = await openDataDirectory(folder);
  await readRows(engine, sql`INSERT INTO hits SELECT hits.* FROM hits, range(50000)`);
  await engine.close();
  await startServer();

  const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  const member = await createMember(control, [server.url], tenant.workspaceId, 'member');
  await control.close();
  const path = `/app/workspaces/${tenant.workspaceId}/export?website_id=${tenant.website}&table=pageviews`;
  for (let n = 0; n < 6; n += 1) {
    const leaving = new AbortController();
    const response = await fetch(server.url + path, {
      headers: { cookie: member.cookie },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    leaving.abort();
  }
  // Before the first row too.
  const gone = await Promise.all(
    Array.from({ length: 6 }, () => {
      const { host } = new URL(server.url);
      return openClient(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${member.cookie}\r\n\r\n`);
    }),
  );
  for (const { socket } of gone) socket.resetAndDestroy();
  await untilHealth(server.url, 200);
  await sleep(1_000);
  expect(readComplaints()).toEqual([]);
  expect(server.log()).not.toContain('already sent');
});

/** The command line beside a running server, and on PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../harness/postgres.ts';
import {
  type Environment,
  runCli,
  type ServerProcess,
  startServerProcess,
} from '../harness/server-process.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own.
async function runJson(environment: Environment, ...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCli([...words, '--json'], environment);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('beside a running server', () => {
  let environment: Environment;
  let server: ServerProcess;

  beforeAll(async () => {
    environment = { FOOTFALL_DATA_DIR: join(folder, 'beside') };
    server = await startServerProcess(environment);
  });
  afterAll(() => server?.stop());

  const get = (path: string, key: string) =>
    fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

  it('what a command does holds from the next request on', async () => {
    const { id: workspace } = await runJson(environment, 'workspace', 'create', '--name', 'Acme');
    const words = ['key', 'create', '--workspace', workspace, '--name', 'x', '--scope', 'pixel:read'];
    const { id, key } = await runJson(environment, ...words);
    const me = await get('/me', key);
    expect(me.status).toBe(200);
    expect(me.headers.get('x-ratelimit-limit')).toBe('60');
    expect(await me.json()).toMatchObject({ apiKey: { id }, workspace: { id: workspace } });

    const site = ['website', 'create', '--workspace', workspace, '--domain', 'example.com'];
    const website = await runJson(environment, ...site);
    const listed = (await (await get('/pixel/websites', key)).json()) as { data: unknown };
    expect(listed.data).toEqual([website]);
    expect(await runJson(environment, 'website', 'list', '--workspace', workspace)).toEqual([website]);
    const report = await get(`/pixel/analytics/overview?website_id=${website.websiteId}`, key);
    expect(report.status).toBe(200);

    await runJson(environment, 'workspace', 'update', workspace, '--rate-limit', '77');
    expect((await get('/me', key)).headers.get('x-ratelimit-limit')).toBe('77');
    const [seen] = await runJson(environment, 'key', 'list', '--workspace', workspace);
    expect(Date.parse(seen.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(seen.createdAt));

    await runJson(environment, 'key', 'revoke', id);
    const refused = await get('/me', key);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: 'api_key_revoked' } });
    expect(await runJson(environment, 'key', 'list', '--workspace', workspace)).toEqual([]);
  });

  it('many commands at once all succeed', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `At once ${n}`);
    await Promise.all(names.map((name) => runJson(environment, 'workspace', 'create', '--name', name)));
    const listed = await runJson(environment, 'workspace', 'list');
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
  });
});

describe('on PostgreSQL', () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  it('a fresh database is made ready by the first command', async () => {
    const environment = { DATABASE_URL: await postgres.createDatabase() };
    const workspace = await runJson(environment, 'workspace', 'create', '--name', 'Acme');
    expect(await runJson(environment, 'workspace', 'list')).toEqual([workspace]);
    const words = ['key', 'create', '--workspace', workspace.id, '--name', 'x', '--scope', 'pixel:read'];
    const { id } = await runJson(environment, ...words);
    await runJson(environment, 'key', 'revoke', id);
    expect(await runJson(environment, 'key', 'list', '--workspace', workspace.id)).toEqual([]);
  });

  it.each([
    ['a wrong password', (url: URL) => Object.assign(url, { password: 'S3cret-and-wrong' })],
    [
      'an unknown user',
      (url: URL) => Object.assign(url, { username: 'nobody', password: 'S3cret-and-wrong' }),
    ],
    ['an unknown database', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
    ['a closed port', (url: URL) => Object.assign(url, { port: '1' })],
  ])('%s is told in one sentence without the password', async (_what, spoil) => {
    const url = spoil(new URL(postgres.url));
    const environment = { DATABASE_URL: url.href, FOOTFALL_DATA_DIR: join(folder, 'unused'), PORT: '0' };
    for (const words of [['workspace', 'list', '--json'], ['serve']]) {
      const { code, stdout, stderr } = await runCli(words, environment);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+\/\w+ cannot be used: .+\.\n$/);
      expect(stderr).not.toContain(url.password);
    }
  });
});

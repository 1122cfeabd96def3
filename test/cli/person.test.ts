/** A person is found, exported and erased by commands, beside a running server and without one. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openControl } from '../../src/store/control/open-control.ts';
import { createApiClient } from '../harness/api-client.ts';
import { runCli, type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { createTenant } from '../harness/tenant.ts';

let folder = '';
let server: ServerProcess | undefined;
let workspace = '';
let website = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-person-'));
  server = await startServerProcess(environment());
  await recordPeople(server.url, ['jane', 'jill', 'joe']);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ FOOTFALL_DATA_DIR: join(folder, 'data'), DATABASE_URL: '', CLICKHOUSE_URL: '' });

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own.
async function runJson(...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCli([...words, '--json'], environment());
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** With the usual limit of requests, which commands must not use up. */
async function recordPeople(url: string, names: readonly string[]): Promise<void> {
  const control = await openControl({ sqlitePath: join(folder, 'data', 'control.sqlite') });
  const tenant = await createTenant(control, createApiClient([url]), { rateLimit: 60 });
  workspace = tenant.workspaceId;
  website = tenant.website;
  for (const name of names) {
    const visitor = { website_id: website, visitor_id: `visitor-${name}` };
    const view = { ...visitor, name: 'pageview', path: `/orders/of-${name}` };
    expect((await tenant.post('/pixel/events', view)).status).toBe(200);
    const identity = { ...visitor, external_id: `id-of-${name}` };
    expect((await tenant.post('/pixel/identify', identity)).status).toBe(200);
  }
  await control.close();
}

function findInFiles(text: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

const of = (...words: string[]) => ['--workspace', workspace, ...words];

it('beside a running server', async () => {
  const found = await runJson('person', 'find', ...of('--external-id', 'id-of-jane'));
  expect(found.websites).toMatchObject([
    { website_id: website, visitor_ids: ['visitor-jane'], records: { pageviews: 1, identities: 1 } },
  ]);
  const exported = await runJson(
    'person',
    'export',
    ...of('--visitor-id', 'visitor-jane', '--website', website),
  );
  expect(exported.websites[0].records.pageviews[0].path).toBe('/orders/of-jane');

  const receipt = await runJson('person', 'erase', ...of('--visitor-id', 'visitor-jane', '--yes', '--now'));
  expect(receipt).toMatchObject({
    erased_by: 'Command line',
    analytics: { hits: 1, identities: 1 },
    files_clean_at: expect.any(String),
  });
  for (const text of ['visitor-jane', '/orders/of-jane'])
    expect([text, findInFiles(text)]).toEqual([text, []]);
  const gone = await runCli(['person', 'find', ...of('--visitor-id', 'visitor-jane')], environment());
  expect([gone.code, gone.stdout, gone.stderr]).toEqual([0, 'Nothing is recorded of this person.\n', '']);

  expect(await runJson('key', 'list', '--workspace', workspace)).toMatchObject([{ name: 'Key' }]);
  const entries = await runJson('audit', '--workspace', workspace);
  expect(entries.map(({ actor, action }: Record<string, string>) => [actor, action])).toEqual([
    ['Command line', 'person_erased'],
    ['Command line', 'person_exported'],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/jane|wk_/);
});

it('says what is missing', async () => {
  const run = (...words: string[]) => runCli(words, environment());
  const nobody = await run('person', 'find', ...of());
  expect([nobody.code, nobody.stdout]).toEqual([2, '']);
  expect(nobody.stderr).toMatch(/Say who: --visitor-id or --external-id/);
  const unsure = await run('person', 'erase', ...of('--visitor-id', 'visitor-joe'));
  expect([unsure.code, unsure.stdout]).toEqual([2, '']);
  expect(unsure.stderr).toMatch(/cannot be undone. Add --yes/);
  const elsewhere = await run('person', 'find', '--workspace', 'none', '--visitor-id', 'v');
  expect(elsewhere.code).toBe(1);
  const foreign = await run('person', 'find', ...of('--visitor-id', 'v', '--website', 'ff_of-others'));
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    'This website is not in the workspace of the API key.\n',
  ]);
});

it('without a server', async () => {
  await server?.stop();
  const receipt = await runJson('person', 'erase', ...of('--external-id', 'id-of-jill', '--yes', '--now'));
  expect(receipt).toMatchObject({
    analytics: { hits: 1, identities: 1 },
    files_clean_at: expect.any(String),
  });
  for (const text of ['visitor-jill', '/orders/of-jill'])
    expect([text, findInFiles(text)]).toEqual([text, []]);
  expect(await runJson('compact')).toMatchObject({ rewritten: true });
  const { websites } = await runJson('person', 'find', ...of('--external-id', 'id-of-joe'));
  expect(websites[0].records).toMatchObject({ pageviews: 1, identities: 1 });
});

/** A person is found, exported and erased by commands, beside a running server and without one. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli, type ServerProcess, startServerProcess } from '../harness/server-process.ts';

let folder = '';
let server: ServerProcess | undefined;
let workspace = '';
let website = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-person-'));
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({ FOOTFALL_DATA_DIR: join(folder, 'data'), DATABASE_URL: '', CLICKHOUSE_URL: '' });

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own.
async function runJson(...words: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCli([...words, '--json'], environment());
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return JSON.parse(stdout);
}

async function recordPeople(): Promise<void> {
  workspace = (await runJson('workspace', 'create', '--name', 'Acme')).id;
  website = (await runJson('website', 'create', '--workspace', workspace, '--domain', 'example.com'))
    .websiteId;
  const { key } = await runJson(
    ...['key', 'create', '--workspace', workspace, '--name', 'Till', '--scope', 'pixel:write'],
  );
  server = await startServerProcess(environment());
  for (const name of ['jane', 'joe']) {
    for (const [path, body] of [
      ['events', { name: 'pageview', path: `/orders/of-${name}` }],
      ['identify', { external_id: `id-of-${name}` }],
    ] as const) {
      const response = await fetch(`${server.url}/api/v1/pixel/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ website_id: website, visitor_id: `visitor-${name}`, ...body }),
      });
      expect(response.status).toBe(200);
    }
  }
}

function findInFiles(text: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

const of = (...words: string[]) => ['--workspace', workspace, ...words];

it('beside a running server', async () => {
  await recordPeople();
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

  const refused = await runCli(['person', 'erase', ...of('--visitor-id', 'visitor-jane')], environment());
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toMatch(/cannot be undone. Add --yes/);
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

  expect(await runJson('key', 'list', '--workspace', workspace)).toMatchObject([{ name: 'Till' }]);
  const entries = await runJson('audit', '--workspace', workspace);
  expect(entries.map(({ actor, action }: Record<string, string>) => [actor, action])).toEqual([
    ['Command line', 'person_erased'],
    ['Command line', 'person_exported'],
    ['Command line', 'key_created'],
    ['Command line', 'website_created'],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/jane|wk_/);
});

it('without a server', async () => {
  await recordPeople();
  await server?.stop();
  server = undefined;
  const receipt = await runJson('person', 'erase', ...of('--external-id', 'id-of-jane', '--yes', '--now'));
  expect(receipt).toMatchObject({
    analytics: { hits: 1, identities: 1 },
    files_clean_at: expect.any(String),
  });
  for (const text of ['visitor-jane', '/orders/of-jane'])
    expect([text, findInFiles(text)]).toEqual([text, []]);
  expect(await runJson('compact')).toMatchObject({ rewritten: true });
  const { websites } = await runJson('person', 'find', ...of('--external-id', 'id-of-joe'));
  expect(websites[0].records).toMatchObject({ pageviews: 1, identities: 1 });
});

it('says what is missing', async () => {
  await recordPeople();
  const run = (...words: string[]) => runCli(words, environment());
  const nobody = await run('person', 'find', ...of());
  expect([nobody.code, nobody.stdout]).toEqual([2, '']);
  expect(nobody.stderr).toMatch(/Say who: --visitor-id or --external-id/);
  const elsewhere = await run('person', 'find', '--workspace', 'none', '--visitor-id', 'v');
  expect(elsewhere.code).toBe(1);
  const foreign = await run('person', 'find', ...of('--visitor-id', 'v', '--website', 'ff_of-others'));
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    'This website is not in the workspace of the API key.\n',
  ]);
});

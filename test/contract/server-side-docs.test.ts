/** The snippets of docs/guides/server-side.md, taken from the page and run against a real server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Fastify, { type onResponseAsyncHookHandler } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crawlerCases } from '../../src/ingest/crawlers/crawler.cases.ts';
import { describeEngines } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import { userAgents } from './reports/records.ts';

const page = new URL('../../docs/guides/server-side.md', import.meta.url);
const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot';
const names = ['footfall-express.mjs', 'footfall-fastify.mjs', 'proxy.js', 'footfall-nginx.mjs'] as const;
type SnippetName = (typeof names)[number];

async function readSnippets(): Promise<Map<string, string>> {
  const text = await readFile(page, 'utf8');
  const blocks = [...text.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)];
  return new Map(blocks.map(([, name = '', code = '']) => [name, code]));
}

it('docs/guides/server-side.md has one list of crawlers, which fits all that are known by name and no person', async () => {
  const snippets = await readSnippets();
  expect([...snippets.keys()]).toEqual(names);
  const patterns = [...snippets.values()].map((code) => /const aiCrawler =\n {2}\/(.*)\/i;/.exec(code)?.[1]);
  expect(new Set(patterns).size).toBe(1);
  const pattern = new RegExp(patterns[0] as string, 'i');
  for (const [userAgent, crawler] of crawlerCases) {
    const isNamed = crawler.kind === 'ai' && crawler.operator !== 'Other';
    expect(pattern.test(userAgent), userAgent).toBe(isNamed);
  }
});

describeEngines('snippets of docs/guides/server-side.md', (deployment) => {
  let folder = '';
  let snippets = new Map<string, string>();
  let loads = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-snippets-'));
    snippets = await readSnippets();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const environmentOf = (tenant: Tenant) => ({
    FOOTFALL_URL: deployment.urls[0] as string,
    FOOTFALL_KEY: tenant.key,
    FOOTFALL_WEBSITE_ID: tenant.website,
  });
  const writeSnippet = async (name: SnippetName) => {
    const file = join(folder, `${loads++}-${name.replace('.js', '.mjs')}`);
    await writeFile(file, snippets.get(name) ?? '');
    return file;
  };
  /** The snippet reads the environment once, as it is loaded. */
  const load = async (name: SnippetName, tenant: Tenant, changes = {}): Promise<Record<string, unknown>> => {
    const before = { ...process.env };
    Object.assign(process.env, environmentOf(tenant), changes);
    try {
      return await import(pathToFileURL(await writeSnippet(name)).href);
    } finally {
      for (const variable of Object.keys(environmentOf(tenant))) delete process.env[variable];
      Object.assign(process.env, before);
    }
  };
  const untilCrawls = async (tenant: Tenant, crawls: number) => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      await deployment.settle();
      const [row] = await tenant.rows('/pixel/metrics/ai_traffic');
      if (Number(row?.crawls ?? 0) >= crawls || Date.now() > deadline) return row;
      await sleep(50);
    }
  };
  /** As a crawler and as a person: a page, a page with a query, a picture and a page that is not there. */
  const visit = async (url: string) => {
    for (const userAgent of [gptBot, userAgents.chromeOnWindows]) {
      for (const path of ['/a', '/b?secret=1', '/logo.png', '/missing']) {
        await (await fetch(url + path, { headers: { 'user-agent': userAgent } })).text();
      }
    }
  };
  const expectTwoCrawls = async (tenant: Tenant) => {
    const wanted = { operator: 'OpenAI', crawls: '2', training_crawls: '2', pages: '2', visitors: '0' };
    expect(await untilCrawls(tenant, 2)).toMatchObject(wanted);
    expect((await tenant.get('/pixel/metrics/top_pages')).body.data.data).toEqual([]);
  };

  it('Express: a function of a request, a response and what comes next', async () => {
    const tenant = await deployment.tenant();
    type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
    const { footfall } = (await load('footfall-express.mjs', tenant)) as { footfall: Middleware };
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      footfall(Object.assign(request, { originalUrl: path }), response, () => {
        response.setHeader('content-type', path.endsWith('.png') ? 'image/png' : 'text/html; charset=utf-8');
        response.statusCode = path === '/missing' ? 404 : 200;
        response.end('page');
      });
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      await visit(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.close();
      server.closeAllConnections();
    }
    await expectTwoCrawls(tenant);
  });

  it('Fastify: a hook of Fastify itself', async () => {
    const tenant = await deployment.tenant();
    const { footfall } = (await load('footfall-fastify.mjs', tenant)) as {
      footfall: onResponseAsyncHookHandler;
    };
    const app = Fastify();
    app.addHook('onResponse', footfall);
    app.get('/logo.png', (_request, reply) => reply.type('image/png').send('picture'));
    app.get('/missing', (_request, reply) => reply.code(404).type('text/html').send('none'));
    app.get('*', (_request, reply) => reply.type('text/html').send('page'));
    try {
      await visit(await app.listen({ host: '127.0.0.1', port: 0 }));
    } finally {
      await app.close();
    }
    await expectTwoCrawls(tenant);
  });

  it('Next.js: a function of a Request and an event that waits', async () => {
    const tenant = await deployment.tenant();
    type Proxy = (request: Request, event: { waitUntil(work: Promise<unknown>): void }) => unknown;
    const { proxy, config } = (await load('proxy.js', tenant)) as {
      proxy: Proxy;
      config: { matcher: string };
    };
    const matcher = new RegExp(`^${config.matcher}$`);
    const paths = ['/a', '/', '/logo.png', '/_next/static/a.js', '/api/cart'];
    expect(paths.filter((path) => matcher.test(path))).toEqual(['/a', '/']);
    const waited: Promise<unknown>[] = [];
    for (const userAgent of [gptBot, userAgents.chromeOnWindows]) {
      for (const path of ['/a', '/b?secret=1']) {
        const request = new Request(`https://example.com${path}`, { headers: { 'user-agent': userAgent } });
        expect(proxy(request, { waitUntil: (work) => waited.push(work) })).toBeUndefined();
      }
    }
    expect(waited).toHaveLength(2);
    await Promise.all(waited);
    await expectTwoCrawls(tenant);
  });

  it('nginx: a program that reads the log, twice without counting twice', async () => {
    const tenant = await deployment.tenant();
    const time = new Date(Date.now() - 60_000).toUTCString();
    const [, day, month, year, clock] = /(\d+) (\w+) (\d+) (\S+)/.exec(time) ?? [];
    const line = (request: string, status: number, userAgent: string) =>
      `203.0.113.7 - - [${day}/${month}/${year}:${clock} +0000] "${request}" ${status} 512 "-" "${userAgent}"`;
    const log = [
      line('GET /a HTTP/1.1', 200, gptBot),
      line('GET /b?secret=1 HTTP/2.0', 200, gptBot),
      line('GET /logo.png HTTP/1.1', 200, gptBot),
      line('GET /missing HTTP/1.1', 404, gptBot),
      line('POST /a HTTP/1.1', 200, gptBot),
      line('GET /a HTTP/1.1', 200, userAgents.chromeOnWindows),
      line('\\x16\\x03\\x01', 400, '-'),
      'no line of a log',
    ];
    const file = await writeSnippet('footfall-nginx.mjs');
    for (let reading = 0; reading < 2; reading += 1) {
      const child = spawn(process.execPath, [file], { env: { ...process.env, ...environmentOf(tenant) } });
      let errors = '';
      child.stderr.on('data', (part) => {
        errors += part;
      });
      child.stdin.end(`${log.join('\n')}\n`);
      const [code] = await once(child, 'close');
      expect({ code, errors }).toEqual({ code: 0, errors: '' });
    }
    await expectTwoCrawls(tenant);
  });

  it('hold nothing up when Footfall is away', async () => {
    const nobody = { FOOTFALL_URL: 'http://127.0.0.1:1' };
    const { footfall } = (await load('footfall-fastify.mjs', await deployment.tenant(), nobody)) as {
      footfall: onResponseAsyncHookHandler;
    };
    const app = Fastify();
    app.addHook('onResponse', footfall);
    app.get('/', (_request, reply) => reply.type('text/html').send('page'));
    const answer = await app.inject({ url: '/', headers: { 'user-agent': gptBot } });
    expect(answer.body).toBe('page');
    await app.close();
  });
});

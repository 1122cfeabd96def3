import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registerDashboardFiles } from './dashboard-files.ts';

const html =
  '<!doctype html><title>Footfall</title><script type="module" src="/assets/app-1a2b.js"></script>';
const sharedHtml = html.replace('Footfall', 'Shared');
const script = `export const text = ${JSON.stringify('a'.repeat(2000))};\n`;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-dashboard-'));
  app = Fastify();
  const findFrameAncestors = async (token: string) => (token === 'framed' ? ['https://a.example'] : []);
  expect(registerDashboardFiles(app, { findFrameAncestors, folder })).toBe(false);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'share.html'), sharedHtml);
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), script);
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), 'made by the build');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.map'), '{}');
  await writeFile(join(folder, 'assets', 'style-3c4d.css'), 'body { margin: 0 }');
  expect(registerDashboardFiles(app, { findFrameAncestors, folder })).toBe(true);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

it('answers the one page under every path of the dashboard, under a strict policy', async () => {
  const paths = [
    '/',
    '/sign-in',
    '/set-up?token=x',
    '/invite/abc',
    '/reset/abc',
    '/w/1/websites/ff_1/pages?x=1',
  ];
  for (const url of paths) {
    const { statusCode, body, headers } = await app.inject(url);
    expect([url, statusCode, body]).toEqual([url, 200, html]);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    });
    const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

it('answers the page of a share link, with who may frame it', async () => {
  const expected = { '/share/framed?embed': 'https://a.example', '/share/other/realtime': "'none'" };
  for (const [url, ancestors] of Object.entries(expected)) {
    const { statusCode, body, headers } = await app.inject(url);
    expect([url, statusCode, body]).toEqual([url, 200, sharedHtml]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy.endsWith(`; frame-ancestors ${ancestors}`)).toBe(true);
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});

it('lets browsers keep assets for ever, compressed as they take it', async () => {
  const url = '/assets/app-1a2b.js';
  const plain = await app.inject(url);
  expect(plain.body).toBe(script);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const brotli = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect([brotli.headers['content-encoding'], brotli.body]).toEqual(['br', 'made by the build']);
  const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gzip.rawPayload.length).toBeLessThan(100);
  expect((await app.inject('/assets/style-3c4d.css')).headers['content-type']).toBe(
    'text/css; charset=utf-8',
  );
});

it('serves nothing else of the folder', async () => {
  const others = ['/assets/app-1a2b.js.br', '/assets/app-1a2b.js.map', '/assets/', '/index.html', '/share'];
  for (const url of [...others, '/assets/../index.html', '/assets/%2e%2e/index.html', '/nothing']) {
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404]);
  }
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildTracker } from '../../scripts/build-tracker.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('/footfall.js', () => {
  const { footfall } = inject('browser');
  const get = (headers: Record<string, string>) => fetch(`${footfall}/footfall.js`, { headers });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['br;q=0.0, gzip;q=0', null],
  ])('is compressed for who accepts %s', async (accepted, encoding) => {
    const response = await get({ 'accept-encoding': accepted });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toContain('sendBeacon');
  });

  it('may be kept for a day, by every cache, for each encoding apart', async () => {
    const { headers } = await get({});
    expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
    expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('is not sent again to who has it, also through a proxy that compresses', async () => {
    const etag = (await get({})).headers.get('etag') as string;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const response = await get({ 'if-none-match': known });
      expect([known, response.status, await response.text()]).toEqual([known, 304, '']);
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('the size of the script', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-tracker-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => stop());

  it('is at most 1,000 bytes for the core and 1,400 for all of it, after gzip', async () => {
    const { core, full } = await buildTracker(build, root, folder);
    expect(core).toBeGreaterThan(0);
    expect(core).toBeLessThanOrEqual(1000);
    expect(full).toBeLessThanOrEqual(1400);
    expect(await readdir(folder)).toEqual(['tracker.js']);
  });

  it.each([
    ['core', { core: 500, full: 1400 }],
    ['full', { core: 1000, full: 1000 }],
  ])('over its budget the build fails: %s', async (name, budgets) => {
    await expect(buildTracker(build, root, folder, budgets)).rejects.toThrow(`(${name}) has`);
    expect(await readdir(folder)).toEqual([]);
  });
});

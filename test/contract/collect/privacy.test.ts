/** Where the country comes from, and that the address is then forgotten. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Control, openControl } from '../../../src/store/control/open-control.ts';
import { createApiClient } from '../../harness/api-client.ts';
import { settle } from '../../harness/deployments.ts';
import { type ServerProcess, startServerProcess } from '../../harness/server-process.ts';
import { createTenant, type Tenant } from '../../harness/tenant.ts';
import { startOwnServer } from '../own-server.ts';
import { addresses, bounced } from '../reports/records.ts';
import { aroundToday, createScript } from './script.ts';

/** Of a range for documentation, so that no other file can hold it by chance. */
const visitorAddress = '198.51.100.77';
const externalId = 'customer-of-the-privacy-test';

describe('behind a trusted proxy', () => {
  let folder = '';
  let server: ServerProcess;
  let control: Control;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-privacy-'));
    server = await startServerProcess({
      FOOTFALL_DATA_DIR: folder,
      FOOTFALL_TRUSTED_PROXIES: '127.0.0.1',
      FOOTFALL_COUNTRY_HEADER: 'CF-IPCountry',
      LOG_LEVEL: 'trace',
    });
    control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  });
  afterAll(async () => {
    await control?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const begin = (): Promise<Tenant> => createTenant(control, createApiClient([server.url]));

  it.each([
    ['the address that the proxy names', { 'x-forwarded-for': addresses.germany }, 'DE'],
    ['the last of several', { 'x-forwarded-for': `${addresses.unitedStates}, ${addresses.germany}` }, 'DE'],
    ['the header of a CDN', { 'x-forwarded-for': addresses.germany, 'cf-ipcountry': 'FR' }, 'FR'],
    [
      'the CDN that the operator named, where a visitor sends the headers of others along',
      { 'x-forwarded-for': addresses.germany, 'x-country-code': 'JP', 'x-vercel-ip-country': 'JP' },
      'DE',
    ],
    [
      'the address where the CDN does not know',
      { 'x-forwarded-for': addresses.germany, 'cf-ipcountry': 'XX' },
      'DE',
    ],
    [
      'the address where the header is no country',
      { 'x-forwarded-for': addresses.germany, 'cf-ipcountry': 'Fr<' },
      'DE',
    ],
    ['nothing where the address is none', { 'x-forwarded-for': '<unknown>' }, 'ZZ'],
    ['nothing where the proxy passed nobody on', { 'cf-ipcountry': 'FR' }, 'ZZ'],
  ])('the country is that of %s', async (_name, headers, country) => {
    const tenant = await begin();
    const send = createScript([server.url], tenant.website);
    expect(await send({}, headers as Record<string, string>)).toMatchObject({ status: 202, dropped: null });
    await settle([server.url]);
    expect(await tenant.rows('/pixel/analytics/countries', aroundToday())).toEqual([
      { country, ...bounced(1) },
    ]);
  });

  it('no header tells the country where the operator named none', async () => {
    const own = await startOwnServer({ environment: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const tenant = await own.tenant();
      const headers = { 'x-forwarded-for': addresses.germany, 'cf-ipcountry': 'JP' };
      await createScript([own.url], tenant.website)({}, headers);
      await own.settle();
      const rows = await tenant.rows('/pixel/analytics/countries', aroundToday());
      expect(rows).toEqual([{ country: 'DE', ...bounced(1) }]);
    } finally {
      await own.stop();
    }
  });

  it('no address is in any file of the data directory or in the log', async () => {
    const tenant = await begin();
    const send = createScript([server.url], tenant.website);
    const headers = { 'x-forwarded-for': visitorAddress };
    for (const t of ['pageview', 'custom', 'goal', 'leave'] as const) {
      await send({ t, n: 'name' }, headers);
      await send({ t, n: 'name', v: undefined, s: undefined }, headers);
    }
    await send({ t: 'identify', x: externalId }, headers);
    await send({ u: 'https://copy.test/' }, headers);
    await send({ b: true }, headers);
    await tenant.post('/pixel/events', { website_id: tenant.website, ip: visitorAddress }, headers);
    await tenant.post('/pixel/events', { website_id: tenant.website, ip: 'not an address' }, headers);
    await tenant.post('/pixel/goals', '{', headers);
    await settle([server.url]);
    expect(await findInFiles(folder, tenant.website)).not.toEqual([]);
    for (const secret of [visitorAddress, externalId]) {
      expect(await findInFiles(folder, secret)).toEqual([]);
      expect(server.log()).not.toContain(secret);
    }
  });
});

async function findInFiles(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // The engine merges its parts meanwhile.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (content.includes(text)) found.push(file);
  }
  return found;
}

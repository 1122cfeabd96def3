import { isIP } from 'node:net';
import { ControlError } from '../store/control/control-error.ts';

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostPattern = new RegExp(`^${label}(?:\\.${label})*$`);
const maxHostLength = 253;

/** Lower case, punycode, without scheme, port, path and trailing dot; each domain once, order kept. */
export function parseDomains(texts: readonly string[]): string[] {
  const domains = [...new Set(texts.map(parseDomain))];
  if (domains.length === 0) throw new ControlError('unusable_domain', 'A website needs at least one domain.');
  return domains;
}

function parseDomain(text: string): string {
  const written = text.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const address = `http://${written}`;
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
  if (!isUsableHost(host, written)) {
    throw new ControlError(
      'unusable_domain',
      `"${text}" is not a domain; write it like example.com, without wildcards.`,
    );
  }
  return host;
}

function isUsableHost(host: string, written: string): boolean {
  if (written.includes('@')) return false;
  const address = host.replace(/^\[|\]$/g, '');
  // A URL parses a bare number as an IPv4 address, which nobody means.
  if (isIP(address) === 4) return written.startsWith(host);
  return isIP(address) === 6 || (host.length <= maxHostLength && hostPattern.test(host));
}

import { getDomain } from 'tldts';
import { ControlError } from '../store/control/control-error.ts';
import { parseDomains } from './parse-domains.ts';

/**
 * The domain that a person means who was asked for their website: people paste the address of a page, and a domain
 * includes its subdomains, so `www.` is dropped. The command line takes hosts as they are written.
 */
export function parseTypedDomain(written: string): string {
  const [host = ''] = parseDomains([written]);
  if (!/[.:]/.test(host) && host !== 'localhost') {
    throw new ControlError(
      'unusable_domain',
      `"${written.trim()}" is not a whole domain; write it with its ending, such as ${host}.com.`,
    );
  }
  const rest = host.replace(/^www\./, '');
  // www.com and www.co.uk are domains themselves: what would be left without `www.` is a public suffix.
  return getDomain(rest, { allowPrivateDomains: true }) === null ? host : rest;
}

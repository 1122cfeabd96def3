import { getDomain } from 'tldts';
import { ControlError } from '../store/control/control-error.ts';
import { parseDomains } from './parse-domains.ts';

/**
 * The domain that a person means who was asked for their website: they paste the address of a page, and a domain
 * counts its subdomains along, so that `www.` says nothing. The command line takes hosts as they are written.
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
  // www.com and www.co.uk are domains themselves: nobody owns what would be left of them.
  return getDomain(rest, { allowPrivateDomains: true }) === null ? host : rest;
}

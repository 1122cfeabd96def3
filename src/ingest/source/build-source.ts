/**
 * Where a visit came from: referring host and domain, channel, keyword (contract §5 "Source", "Channels",
 * "Hostnames", §3 `keyword`).
 * Pure functions over strings and the host tables `*-hosts.ts`. No I/O, no storage, nothing about one workspace
 * beyond the domains handed in; client facts (browser, country, language) live in ../client.
 */
import { type Channel, findChannel } from './channel.ts';
import { classifyHost } from './classify-host.ts';
import { buildKeyword } from './keyword.ts';
import { parseHost, parseReferrerHost } from './parse-referrer.ts';

export type SourceInput = {
  referrer: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  /** Names (not values) of the click id parameters of the landing URL: `gclid`, `fbclid`, … */
  clickIds?: readonly string[];
  /** The workspace's domains, with or without `www.` and port. */
  ownDomains: readonly string[];
};

export type Source = {
  referrerHost: string;
  referrerDomain: string;
  channel: Channel;
  keyword: string;
};

export function buildSource(input: SourceInput): Source {
  const referrerHost = findForeignHost(input.referrer, input.ownDomains);
  const facts = classifyHost(referrerHost);
  const channel = findChannel({
    utmSource: input.utmSource,
    utmMedium: input.utmMedium,
    utmCampaign: input.utmCampaign,
    clickIds: input.clickIds ?? [],
    host: referrerHost,
    hostKind: facts.kind,
  });
  return {
    referrerHost,
    referrerDomain: facts.domain,
    channel,
    keyword: buildKeyword(input.utmTerm, input.referrer, facts),
  };
}

/** '' for no referrer, an own domain and a payment gateway: these three are no source. */
function findForeignHost(referrer: string, ownDomains: readonly string[]): string {
  const host = parseReferrerHost(referrer);
  if (host === '' || isOwnHost(host, ownDomains)) return '';
  return classifyHost(host).kind === 'payment' ? '' : host;
}

/** Whether a visitor came from another page of the workspace, which is no source. */
export function isOwnReferrer(referrer: string, ownDomains: readonly string[]): boolean {
  const host = parseReferrerHost(referrer);
  return host !== '' && isOwnHost(host, ownDomains);
}

function isOwnHost(host: string, ownDomains: readonly string[]): boolean {
  return ownDomains.some((domain) => {
    const own = parseHost(domain);
    return own !== '' && (host === own || host.endsWith(`.${own}`));
  });
}

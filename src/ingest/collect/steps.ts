import type { DropReason } from '../../contract/drop-reasons.ts';
import type { KnownWebsite } from '../../contract/known-website.ts';
import { classifyCrawler } from '../crawlers/classify-crawler.ts';
import type { Cookieless } from './cookieless.ts';
import type { HitLimits } from './hit-limits.ts';
import { isSignatureOf } from './identity-signature.ts';
import { findMessage } from './message.ts';
import { findPattern, toAddressForm } from './path-patterns.ts';
import type { Arrival, Visit } from './visit.ts';

/** What the steps ask of the rest of the product. */
export type Surroundings = {
  findWebsite(publicId: string): Promise<KnownWebsite | undefined>;
  /** Today's salt and yesterday's. */
  findSalts(at: number): Promise<readonly string[]>;
  cookieless: Cookieless;
  limits: HitLimits;
};

/** A step fills in what it finds, or names the reason to leave the hit out. */
type Step = {
  name: string;
  run(visit: Visit, surroundings: Surroundings): DropReason | undefined | Promise<DropReason | undefined>;
};

export const steps: readonly Step[] = [
  { name: 'read the message', run: readMessage },
  { name: 'stay within the limit of the address', run: limitAddress },
  { name: 'find the website', run: findWebsite },
  { name: 'leave out local and automated browsers', run: leaveOutLocal },
  { name: "require one of the website's domains", run: requireOwnDomain },
  { name: 'stay within the limit of the website', run: limitWebsite },
  { name: 'leave out bots and prefetches', run: leaveOutBots },
  { name: 'leave out and mask paths', run: choosePath },
  { name: 'require the signature that the website asks for', run: weighIdentity },
  { name: 'identify the visitor', run: identifyVisitor },
];

const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.local(host)?)$/;
const campaignTag = /^(utm_\w+|\w+clid)$/;

function readMessage(visit: Visit, { limits }: Surroundings): DropReason | undefined {
  const { text, address, at } = visit.arrival;
  const message = findMessage(text);
  // Unreadable messages count for their address too: sending rubbish is no way around the limit.
  if (!message) return limits.allowsAddress(address, at) ? 'invalid' : 'rate_limited';
  visit.message = message;
  visit.url = new URL(message.u);
  return undefined;
}

function limitAddress({ arrival }: Visit, { limits }: Surroundings): DropReason | undefined {
  return limits.allowsAddress(arrival.address, arrival.at) ? undefined : 'rate_limited';
}

async function findWebsite(visit: Visit, surroundings: Surroundings): Promise<DropReason | undefined> {
  const website = await surroundings.findWebsite(visit.message.o.websiteId);
  if (!website) return 'unknown_website';
  visit.website = website;
  return undefined;
}

function leaveOutLocal({ url, message }: Visit): DropReason | undefined {
  if (message.o.allowLocal !== undefined) return undefined;
  if (localHost.test(url.hostname) || url.protocol === 'file:') return 'local';
  return message.b ? 'automated' : undefined;
}

function requireOwnDomain({ url, message, website }: Visit): DropReason | undefined {
  const host = url.hostname.replace(/\.$/, '');
  if (website.domains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return undefined;
  const isAllowedLocal = message.o.allowLocal !== undefined && (localHost.test(host) || host === '');
  return isAllowedLocal ? undefined : 'foreign_domain';
}

/** Checked after the domain: strangers who copy the ID onto their pages must not use up the website's limit. */
function limitWebsite({ arrival, website }: Visit, { limits }: Surroundings): DropReason | undefined {
  return limits.allowsWebsite(website.websiteId, arrival.at) ? undefined : 'rate_limited';
}

function leaveOutBots({ arrival }: Visit): DropReason | undefined {
  if (arrival.isPrefetch) return 'prefetch';
  return classifyCrawler(arrival.userAgent).kind === 'person' ? undefined : 'bot';
}

function choosePath(visit: Visit): DropReason | undefined {
  const { url, message } = visit;
  const wholePath = message.o.hash === undefined ? url.pathname : url.pathname + url.hash;
  // Cut before it is compared, and again afterwards, because escapes can make it longer: the sender chooses it.
  const path = wholePath.slice(0, longestPath);
  const { exclude, mask } = message.o;
  // Most websites have neither.
  const compared = exclude || mask ? toAddressForm(path).slice(0, longestPath) : path;
  if (findPattern(exclude, compared) !== undefined) return 'excluded';
  visit.path = findPattern(mask, compared) ?? path;
  return undefined;
}

const longestPath = 2048;

/** Anybody can send any external ID: what the owner's server did not sign is a browser's word alone. */
function weighIdentity(visit: Visit): DropReason | undefined {
  const { message, website } = visit;
  if (message.t !== 'identify') return undefined;
  if (website.browserIdentities === 'refused') return 'refused_identity';
  const { x: externalId = '', h: signature } = message;
  visit.identityOrigin = signature ? 'signed' : 'browser';
  const isTaken = signature
    ? isSignatureOf(externalId, signature, website.identitySecret)
    : website.browserIdentities === 'accepted';
  return isTaken ? undefined : 'unsigned_identity';
}

async function identifyVisitor(visit: Visit, surroundings: Surroundings): Promise<undefined> {
  const { arrival, message } = visit;
  if (message.v?.trim() && message.s?.trim()) {
    visit.visitorId = message.v;
    visit.sessionId = message.s;
    return;
  }
  const salts = await surroundings.findSalts(arrival.at);
  const { visitorId, sessionId } = surroundings.cookieless.identify({
    salts,
    websiteId: visit.website.websiteId,
    address: arrival.address,
    userAgent: arrival.userAgent,
    tags: campaignTagsOf(visit.url),
    isView: message.t === 'pageview',
    at: arrival.at,
  });
  visit.visitorId = visitorId;
  visit.sessionId = sessionId;
}

function campaignTagsOf(url: URL): string {
  return [...url.searchParams]
    .filter(([name]) => campaignTag.test(name))
    .map((pair) => pair.join('='))
    .join('&');
}

export async function runSteps(
  arrival: Arrival,
  surroundings: Surroundings,
): Promise<{ visit: Visit; dropped: DropReason | undefined }> {
  const visit = { arrival } as Visit;
  for (const step of steps) {
    const outcome = step.run(visit, surroundings);
    // Most steps answer synchronously, and awaiting a promise costs a turn of the event loop.
    const dropped = outcome instanceof Promise ? await outcome : outcome;
    if (dropped) return { visit, dropped };
  }
  return { visit, dropped: undefined };
}

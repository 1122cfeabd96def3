import { createHmac } from 'node:crypto';
import type { Collector } from '../../../src/ingest/collect/collector.ts';
import { foreignHost } from '../definitions/dropped-hosts.ts';
import { clients, countries, crawlers, sources } from '../worlds/alphabet.ts';
import type { SentDrop, SentHit, SentRecord } from '../worlds/world.ts';
import { clientOf, hostOf, referrerOf } from './send-facts.ts';

type Arrival = Parameters<Collector['collect']>[0];

const usual = {
  address: countries.unknown,
  userAgent: clients.chrome.userAgent,
  language: '',
  countryHeader: '',
  isPrefetch: false,
  originHost: '',
};

export const isLeftOut = ({ kind }: SentRecord): boolean => kind === 'drop';

/** What a page of the website has in its tag, and what its owner's server signs with. */
export type KnownToSender = { websiteId: string; identitySecret: string };

/** What the script in a browser sends for a record. */
export function buildCollected(record: SentRecord, { websiteId, identitySecret }: KnownToSender): Arrival {
  const o = { websiteId };
  const page = `https://www.${hostOf(record.workspace)}/`;
  switch (record.kind) {
    case 'pageview':
    case 'custom':
    case 'automatic':
      return {
        ...usual,
        address: countries[record.country],
        userAgent: clientOf(record),
        language: record.language,
        text: JSON.stringify({ o, ...buildHitMessage(record) }),
      };
    case 'leave': {
      const { visitor: v, session: s, view: i, visibleMs: d } = record;
      return { ...usual, text: JSON.stringify({ t: 'leave', u: page, o, v, s, i, d }) };
    }
    case 'goal': {
      const { visitor: v, name: n, properties: p } = record;
      return { ...usual, text: JSON.stringify({ t: 'goal', u: page, o, v, s: 'any', n, p }) };
    }
    case 'identify': {
      const { visitor: v, externalId: x, traits: p, isSigned } = record;
      const h = isSigned ? createHmac('sha256', identitySecret).update(x).digest('hex') : undefined;
      return { ...usual, text: JSON.stringify({ t: 'identify', u: page, o, v, s: 'any', x, p, h }) };
    }
    case 'drop':
      return buildDropped(record, websiteId);
    default:
      throw new Error(`The script sends no ${record.kind}.`);
  }
}

function buildHitMessage(hit: SentHit) {
  const { utmSource, utmMedium } = sources[hit.source];
  const url = new URL(`https://www.${hostOf(hit.workspace)}${hit.path}`);
  const tags = {
    utm_source: utmSource,
    utm_medium: utmMedium,
    utm_campaign: hit.campaign,
    utm_term: hit.term,
    utm_content: hit.content,
  };
  for (const [name, value] of Object.entries(tags)) if (value !== '') url.searchParams.set(name, value);
  return {
    ...nameMessage(hit),
    u: url.href,
    r: referrerOf(hit),
    v: hit.visitor,
    s: hit.session,
    i: hit.view,
    ...(hit.kind !== 'pageview' && { p: hit.properties }),
  };
}

/** Every other view is that of an older script, which calls all events custom. */
function nameMessage({ kind, automatic, view }: SentHit) {
  if (kind === 'pageview') return { t: kind };
  const isOlder = view % 2 === 0;
  if (automatic) return isOlder ? { t: 'custom', n: automatic } : { t: automatic };
  return { t: isOlder ? 'custom' : 'track' };
}

function buildDropped({ reason, workspace }: SentDrop, websiteId: string): Arrival {
  const host = { foreign_domain: foreignHost, local: 'localhost' }[String(reason)] ?? hostOf(workspace);
  const exclude = reason === 'excluded' ? { exclude: '/out' } : {};
  const b = reason === 'automated';
  const forged = { t: 'identify', x: 'somebody', h: '0'.repeat(64) };
  const message = {
    t: 'pageview',
    ...(reason === 'unsigned_identity' && forged),
    u: `https://${host}/out`,
    o: { websiteId, ...exclude },
    b,
    v: 'v',
    s: 's',
  };
  return {
    ...usual,
    text: JSON.stringify(message),
    isPrefetch: reason === 'prefetch',
    userAgent: reason === 'bot' ? crawlers.searchEngine.userAgent : usual.userAgent,
  };
}

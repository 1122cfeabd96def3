/**
 * What sessions draw their facts from, each with a rank. The facts are those that the product itself finds in
 * referrers, tags and user agents.
 */
import type { WorkspaceId } from '../../../src/contract/ids.ts';
import { drawUserAgent } from '../../../src/demo/browsers.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { buildEvent } from '../../../src/ingest/build-drafts.ts';
import { buildRows } from '../../../src/ingest/build-records.ts';
import type { SessionFacts } from '../../../src/store/analytics/tables.ts';
import { countryCodes, languageOf } from './countries.ts';
import * as shape from './shape.ts';

export type Lookup = { name: string; rows: readonly Record<string, string>[] };

const sourceColumns = [
  'referrer_host',
  'referrer_domain',
  'channel',
  'keyword',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'ai_operator',
] as const satisfies readonly (keyof SessionFacts)[];
const clientColumns = ['device', 'browser', 'browser_version', 'os', 'os_version'] as const;
const placeColumns = ['country', 'language'] as const;

export const lookupColumns = { sources: sourceColumns, clients: clientColumns, places: placeColumns };

export const clients = 1000;
/** Rank 0 of each says nothing, as leaves do; 1 is a visit without a source. */
export const directRank = 1;
export const firstReferrerRank = 2;
export const firstCampaignRank = firstReferrerRank + shape.referrers;

export function buildLookups(domain: string): Lookup[] {
  const nothing = (columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, '']));
  const take = (columns: readonly (keyof SessionFacts)[], facts: SessionFacts) =>
    Object.fromEntries(columns.map((name) => [name, facts[name]]));
  const factsOf = (body: Body) => findFacts(body, domain);
  const sources = [{}, ...buildReferrers(), ...buildCampaigns()];
  return [
    {
      name: 'sources',
      rows: [nothing(sourceColumns), ...sources.map((body) => take(sourceColumns, factsOf(body)))],
    },
    {
      name: 'clients',
      rows: [
        nothing(clientColumns),
        ...buildUserAgents().map((user_agent) => take(clientColumns, factsOf({ user_agent }))),
      ],
    },
    {
      name: 'places',
      rows: [
        nothing(placeColumns),
        ...countryCodes.map((country) => ({ country, language: languageOf(country) })),
      ],
    },
    { name: 'paths', rows: [{ path: '' }, ...buildPaths().map((path) => ({ path }))] },
  ];
}

type Body = {
  referrer?: string;
  user_agent?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_term?: string;
};

function findFacts(body: Body, domain: string): SessionFacts {
  const sender = { workspaceId: '' as WorkspaceId, now: 0 };
  const surroundings = { ownDomains: [domain], findCountry: () => '' };
  const draft = buildEvent(sender, { website_id: '', name: 'pageview', ...body }, surroundings);
  const { hits } = buildRows(draft.record(draft.response), 0);
  if (!hits) throw new Error(`No pageview: ${JSON.stringify(body)}`);
  return hits;
}

const knownReferrers = [
  'https://www.google.com/',
  'https://www.bing.com/search?q=website+analytics',
  'https://news.ycombinator.com/',
  'https://duckduckgo.com/',
  'https://l.facebook.com/',
  'https://t.co/',
  'https://www.reddit.com/',
  'https://chatgpt.com/',
  'https://www.linkedin.com/',
  'https://www.youtube.com/',
  'https://en.wikipedia.org/',
  'https://github.com/',
  'https://www.perplexity.ai/',
  'https://www.google.de/',
  'https://www.ecosia.org/search?q=open+source+analytics',
  'https://l.instagram.com/',
  'https://mail.google.com/',
  'https://claude.ai/',
  'https://lobste.rs/',
  'https://stackoverflow.com/',
];

function buildReferrers(): Body[] {
  return Array.from({ length: shape.referrers }, (_, index) => ({
    referrer: knownReferrers[index] ?? `https://www.${word(index)}-${index}.example/links`,
  }));
}

const tags: readonly Body[] = [
  { utm_source: 'google', utm_medium: 'cpc', utm_term: 'analytics' },
  { utm_source: 'newsletter', utm_medium: 'email' },
  { utm_source: 'facebook', utm_medium: 'paid_social' },
  { utm_source: 'partner', utm_medium: 'affiliate' },
];

function buildCampaigns(): Body[] {
  return Array.from({ length: shape.campaigns }, (_, index) => ({
    ...tags[index % tags.length],
    utm_campaign: `${word(index)}-${1 + (index % 12)}`,
  }));
}

function buildUserAgents(): string[] {
  const random = createRandom(1);
  return Array.from({ length: clients }, () => {
    const screen = random.weighted([
      ['mobile', 56],
      ['desktop', 41],
      ['tablet', 3],
    ] as const);
    return drawUserAgent(screen, 0.55, undefined, random);
  });
}

const folders = ['/', '/blog', '/docs', '/products', '/help', '/news'];

function buildPaths(): string[] {
  return Array.from({ length: shape.paths }, (_, index) => {
    const folder = folders[index % folders.length] as string;
    if (index < folders.length) return folder;
    return `${folder === '/' ? '' : folder}/${word(index)}-${word(3 * index + 1)}-${index}`;
  });
}

const words = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fable',
  'grove',
  'harbor',
  'island',
  'juniper',
  'kettle',
  'lantern',
  'meadow',
  'nimbus',
  'orchard',
  'pebble',
  'quarry',
  'river',
  'saffron',
  'timber',
  'umber',
  'valley',
  'willow',
  'zephyr',
];

function word(index: number): string {
  return words[(index * 5) % words.length] as string;
}

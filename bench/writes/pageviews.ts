import { freshSession, freshVisitor } from './fresh-ids.ts';
import type { LoadRequest } from './run-load.ts';

const differentRequests = 200;

const paths = ['/', '/pricing', '/docs/install', '/blog/how-sessions-are-counted', '/signup'];
const referrers = [
  '',
  'https://www.google.com/',
  'https://news.ycombinator.com/',
  'https://www.example.com/pricing',
];
const languages = ['en-GB,en;q=0.9', 'de-DE,de;q=0.9,en;q=0.5', 'pt-BR'];
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];

const campaign = '?utm_source=newsletter&utm_medium=email&utm_campaign=spring';

/** Pageviews as a server-side integration sends them: about 600 bytes, with everything to enrich from. */
export function buildPageviews(website: string, key: string): LoadRequest[] {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return Array.from({ length: differentRequests }, (_, index) => ({
    path: '/api/v1/pixel/events',
    headers,
    body: JSON.stringify({
      website_id: website,
      name: 'pageview',
      path: pick(paths, index),
      referrer: pick(referrers, index),
      visitor_id: freshVisitor,
      session_id: freshSession,
      ...(index % 4 === 0 && { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' }),
      user_agent: pick(userAgents, index),
      ip: `81.2.69.${index}`,
      language: pick(languages, index),
    }),
  }));
}

/** The same pageviews as the script in a browser sends them, through a proxy that tells the address. */
export function buildHits(website: string): LoadRequest[] {
  return Array.from({ length: differentRequests }, (_, index) =>
    buildHit(website, freshVisitor, freshSession, index),
  );
}

export function buildHit(website: string, visitor: string, session: string, index: number): LoadRequest {
  return {
    path: '/collect',
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      origin: 'https://www.example.com',
      'user-agent': pick(userAgents, index),
      'accept-language': pick(languages, index),
      'x-forwarded-for': `81.2.69.${index % 256}`,
    },
    body: JSON.stringify({
      t: 'pageview',
      v: visitor,
      s: session,
      i: 1_772_000_000_000 + index,
      u: `https://www.example.com${pick(paths, index)}${index % 4 === 0 ? campaign : ''}`,
      o: { websiteId: website },
      b: false,
      r: pick(referrers, index),
    }),
  };
}

function pick(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}

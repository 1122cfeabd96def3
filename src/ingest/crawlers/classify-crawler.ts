/** Programs that visit websites, told by their user agent: search and AI crawlers, agents, and all other bots. */
import crawlerPatterns from 'crawler-user-agents';
import { isbot } from 'isbot';
import { memoize } from '../source/bounded-memo.ts';
import { aiCrawlers, type CrawlPurpose } from './ai-crawlers.ts';

/**
 * `ai` and `crawler` name themselves. `suspect` only looks unlike a browser: sent by a script in a page it is a
 * program, but an app's own server may report people under such a name.
 */
export type Crawler =
  | { kind: 'person' }
  | { kind: 'suspect' }
  | { kind: 'crawler' }
  | { kind: 'ai'; operator: string; purpose: CrawlPurpose };

const memoSize = 5_000;
const listed = crawlerPatterns as readonly { pattern: string; tags?: string[] }[];
const otherAi = joinPatterns((tags) => tags.includes('ai-crawler'));
// Without HTTP libraries: both crawlers and apps of people use them.
const crawlers = joinPatterns((tags) => !tags.includes('http-library'));

/** Counts only together with other signs: there are phones called Cubot. */
const saysSo = /bot|crawl|spider|fetcher/i;

function joinPatterns(isWanted: (tags: string[]) => boolean): RegExp {
  return new RegExp(
    listed
      .filter(({ tags }) => isWanted(tags ?? []))
      .map(({ pattern }) => pattern)
      .join('|'),
  );
}

export const classifyCrawler: (userAgent: string) => Crawler = memoize(memoSize, (userAgent) => {
  const known = aiCrawlers.find(({ pattern }) => pattern.test(userAgent));
  if (known) return { kind: 'ai', operator: known.operator, purpose: known.purpose };
  if (otherAi.test(userAgent)) return { kind: 'ai', operator: 'Other', purpose: 'other' };
  if (crawlers.test(userAgent)) return { kind: 'crawler' };
  if (userAgent !== '' && !isbot(userAgent)) return { kind: 'person' };
  return { kind: saysSo.test(userAgent) ? 'crawler' : 'suspect' };
});

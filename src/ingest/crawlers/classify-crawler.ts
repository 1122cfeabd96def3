/** Programs that visit websites, told by their user agent: search and AI crawlers, agents, and all other bots. */
import crawlerPatterns from 'crawler-user-agents';
import { isbot } from 'isbot';
import { memoize } from '../source/bounded-memo.ts';
import { aiCrawlers, type CrawlPurpose } from './ai-crawlers.ts';

export type Crawler =
  | { kind: 'person' }
  | { kind: 'bot' }
  | { kind: 'ai'; operator: string; purpose: CrawlPurpose };

const memoSize = 5_000;
const otherAi = (crawlerPatterns as readonly { pattern: string; tags?: string[] }[])
  .filter(({ tags }) => tags?.includes('ai-crawler'))
  .map(({ pattern }) => new RegExp(pattern));

export const classifyCrawler: (userAgent: string) => Crawler = memoize(memoSize, (userAgent) => {
  const known = aiCrawlers.find(({ pattern }) => pattern.test(userAgent));
  if (known) return { kind: 'ai', operator: known.operator, purpose: known.purpose };
  if (otherAi.some((pattern) => pattern.test(userAgent)))
    return { kind: 'ai', operator: 'Other', purpose: 'other' };
  return { kind: userAgent === '' || isbot(userAgent) ? 'bot' : 'person' };
});

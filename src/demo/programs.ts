import { type Day, drawMoment } from './calendar.ts';
import type { Random, Weighted } from './random.ts';
import { drawPath, type PageKind } from './shop.ts';

/** A page that a crawler or an assistant's agent fetched, as the shop's server reports it. */
export type ProgramVisit = { at: number; userAgent: string; path: string };

/** For every visitor of a day so many fetches. */
const fetchesPerVisitor = 0.55;
/** Assistants fetch more from month to month. */
const growth = 0.8;

const userAgents: Weighted<string> = [
  ['Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)', 26],
  ['Mozilla/5.0 (compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot)', 15],
  ['Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)', 13],
  ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 17],
  ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 5],
  ['Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)', 9],
  ['Mozilla/5.0 (compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)', 6],
  ['meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)', 8],
  ['Mozilla/5.0 (compatible; Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)', 5],
  ['Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)', 4],
  ['Mozilla/5.0 (compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)', 2],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 14],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 8],
];

const pages: Weighted<PageKind> = [
  ['post', 44],
  ['product', 30],
  ['home', 7],
  ['shop', 7],
  ['blog', 5],
  ['subscribe', 4],
  ['shipping', 3],
];

/** What programs fetched on a day with so many visitors, up to now. */
export function buildProgramVisits(day: Day, visitors: number, now: number, random: Random): ProgramVisit[] {
  const count = Math.round(visitors * fetchesPerVisitor * (1 - growth / 2 + growth * day.progress));
  const visits = Array.from({ length: count }, () => ({
    at: drawMoment(day, random),
    userAgent: random.weighted(userAgents),
    path: drawPath(random.weighted(pages), day.sinceLaunch >= 0, random),
  }));
  return visits.filter(({ at }) => at <= now);
}

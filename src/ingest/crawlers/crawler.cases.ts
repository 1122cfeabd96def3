import type { Crawler } from './classify-crawler.ts';

/**
 * User agents as their operators publish them, and what the operators say they are for: openai.com/bot,
 * support.claude.com (8896518), docs.perplexity.ai, developers.google.com/crawling, developers.facebook.com
 * (web crawlers), developer.amazon.com/amazonbot, docs.mistral.ai/robots, duckduckgo.com/duckassistbot.html,
 * commoncrawl.org/ccbot. Where a string is a template, a version stands in for W.X.Y.Z.
 */
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko';
const nexus = 'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P)';
const googleDocs = 'https://developers.google.com/crawling/docs/crawlers-fetchers';
const metaDocs = 'https://developers.facebook.com/docs/sharing/webmasters/crawler';

const ai = (operator: string, purpose: 'training' | 'search' | 'agent' | 'other'): Crawler => ({
  kind: 'ai',
  operator,
  purpose,
});
const bot: Crawler = { kind: 'crawler' };
const suspect: Crawler = { kind: 'suspect' };
const person: Crawler = { kind: 'person' };

export const crawlerCases: readonly [userAgent: string, expected: Crawler][] = [
  [`Mozilla/5.0 ${webkit}); compatible; GPTBot/1.3; +https://openai.com/gptbot`, ai('OpenAI', 'training')],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit}) Chrome/131.0.0.0 Safari/537.36; compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot`,
    ai('OpenAI', 'search'),
  ],
  [
    `Mozilla/5.0 ${webkit}); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot`,
    ai('OpenAI', 'search'),
  ],
  [`Mozilla/5.0 ${webkit}); compatible; ChatGPT-User/1.0; +https://openai.com/bot`, ai('OpenAI', 'agent')],
  // Checks pages that were submitted as advertisements, and serves neither models nor answers.
  [`Mozilla/5.0 ${webkit}); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot`, bot],
  [
    `Mozilla/5.0 ${webkit}; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)`,
    ai('Anthropic', 'training'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Claude-User/1.0; +Claude-User@anthropic.com)`,
    ai('Anthropic', 'agent'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Claude-SearchBot/1.0; +Claude-SearchBot@anthropic.com)`,
    ai('Anthropic', 'search'),
  ],
  ['anthropic-ai', ai('Anthropic', 'training')],
  [
    `Mozilla/5.0 ${webkit}; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
    ai('Perplexity', 'search'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)`,
    ai('Perplexity', 'agent'),
  ],
  [
    `${nexus} ${webkit}) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-Agent; +${googleDocs}/google-agent)`,
    ai('Google', 'agent'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Google-Agent; +${googleDocs}/google-agent) Chrome/138.0.0.0 Safari/537.36`,
    ai('Google', 'agent'),
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${webkit}) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-GeminiNotebook; +${googleDocs}/google-gemininotebook)`,
    ai('Google', 'agent'),
  ],
  ['Mozilla/5.0 (compatible; Google-NotebookLM; +https://notebooklm.google.com/)', ai('Google', 'agent')],
  [
    `${nexus} ${webkit}) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Google-CloudVertexBot; +https://cloud.google.com/enterprise-search)`,
    ai('Google', 'search'),
  ],
  [`meta-externalagent/1.1 (+${metaDocs})`, ai('Meta', 'training')],
  [`meta-externalfetcher/1.1 (+${metaDocs})`, ai('Meta', 'agent')],
  [`meta-webindexer/1.1 (+${metaDocs})`, ai('Meta', 'search')],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML\\, like Gecko) Version/8.0.2 Safari/600.2.5 (Amazonbot/0.1; +https://developer.amazon.com/support/amazonbot)',
    ai('Amazon', 'training'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Amzn-SearchBot/0.1) Chrome/119.0.6045.214 Safari/537.36`,
    ai('Amazon', 'search'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; Amzn-User/0.1) Chrome/119.0.6045.214 Safari/537.36`,
    ai('Amazon', 'agent'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)`,
    ai('Mistral AI', 'agent'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; MistralAI-Index/1.0; +https://docs.mistral.ai/robots)`,
    ai('Mistral AI', 'search'),
  ],
  [
    `Mozilla/5.0 ${webkit}; compatible; MistralAI-Training/1.0; +https://docs.mistral.ai/robots)`,
    ai('Mistral AI', 'training'),
  ],
  ['DuckAssistBot/1.2; (+http://duckduckgo.com/duckassistbot.html)', ai('DuckDuckGo', 'agent')],
  ['CCBot/2.0 (https://commoncrawl.org/faq/)', ai('Common Crawl', 'training')],
  [
    'Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)',
    ai('ByteDance', 'training'),
  ],
  [
    'Mozilla/5.0 (compatible; AI2Bot/1.0; +https://www.allenai.org/crawler)',
    ai('Allen Institute', 'training'),
  ],
  ['cohere-training-data-crawler (+crawler@cohere.ai)', ai('Cohere', 'training')],
  ['kagi-fetcher/1.0', ai('Kagi', 'agent')],
  // Known as crawlers of AI products; their operators do not all say for what.
  ['LinkupBot/1.0 (LinkupBot for web indexing; https://linkup.so/bot; bot@linkup.so)', ai('Other', 'other')],
  ['Mozilla/5.0 (compatible; TavilyBot; +https://tavily.com/)', ai('Other', 'other')],

  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', bot],
  [`${nexus} ${webkit}) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; GoogleOther)`, bot],
  [
    `Mozilla/5.0 ${webkit}; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/120.0.0.0 Safari/537.36`,
    bot,
  ],
  ['Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)', bot],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
    bot,
  ],
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', bot],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', bot],
  ['Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)', bot],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', bot],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/124.0.0.0 Safari/537.36',
    bot,
  ],
  ['curl/8.7.1', suspect],
  ['python-requests/2.32.3', suspect],
  ['Go-http-client/2.0', suspect],
  ['FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)', bot],
  ['', suspect],
  ['nothing-known/1.0', suspect],
  ['ShopApp/3.2', suspect],

  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
    person,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    person,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', person],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    person,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    person,
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36',
    person,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    person,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/470.0.0.0;FBDV/iPhone14,5]',
    person,
  ],
  // A telephone whose maker's name ends in "bot".
  [
    'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    person,
  ],
];

/**
 * The few values that worlds are made of, so that they meet often. What a referrer, a user agent or an address
 * stands for is written here by hand, as contract §5 has it.
 */
import type { Facts, Json } from '../definitions/record.ts';

type SourceFacts = Pick<Facts, 'referrerHost' | 'referrerDomain' | 'channel' | 'aiOperator'>;

export type Source = {
  referrer: string;
  utmSource: string;
  utmMedium: string;
  facts: SourceFacts;
  /** The keyword where there is no utm_term. */
  keyword: string;
};

/** Stands for a page of the workspace's own. */
export const ownReferrer = 'own';

function source(
  [referrer, utmSource, utmMedium]: readonly [string, string, string],
  [referrerHost, referrerDomain, channel]: readonly [string, string, string],
  { keyword = '', aiOperator = '' } = {},
): Source {
  const facts = { referrerHost, referrerDomain, channel, aiOperator };
  return { referrer, utmSource, utmMedium, facts, keyword };
}

const fromSearch = { keyword: '(not provided)' };

export const sources = {
  direct: source(['', '', ''], ['', '', 'Direct']),
  own: source([ownReferrer, '', ''], ['', '', 'Direct']),
  checkout: source(['https://checkout.stripe.com/pay', '', ''], ['', '', 'Direct']),
  search: source(
    ['https://www.google.com/', '', ''],
    ['google.com', 'google.com', 'Organic Search'],
    fromSearch,
  ),
  imageSearch: source(
    ['https://images.google.de/', '', ''],
    ['images.google.de', 'google.de', 'Organic Search'],
    fromSearch,
  ),
  searchWithTerm: source(
    ['https://html.duckduckgo.com/html?q=privacy', '', ''],
    ['html.duckduckgo.com', 'duckduckgo.com', 'Organic Search'],
    { keyword: 'privacy' },
  ),
  forum: source(
    ['https://news.ycombinator.com/item?id=1', '', ''],
    ['news.ycombinator.com', 'ycombinator.com', 'Organic Social'],
  ),
  blog: source(['https://b.a.github.io/', '', ''], ['b.a.github.io', 'a.github.io', 'Referral']),
  otherBlog: source(['https://a.github.io/', '', ''], ['a.github.io', 'a.github.io', 'Referral']),
  site: source(['https://example.org/', '', ''], ['example.org', 'example.org', 'Referral']),
  assistant: source(['https://chatgpt.com/', '', ''], ['chatgpt.com', 'chatgpt.com', 'AI'], {
    aiOperator: 'OpenAI',
  }),
  assistantTag: source(['', 'claude', ''], ['', '', 'AI'], { aiOperator: 'Anthropic' }),
  answerEngine: source(
    ['https://www.perplexity.ai/search?q=x', '', ''],
    ['perplexity.ai', 'perplexity.ai', 'AI'],
    { aiOperator: 'Perplexity' },
  ),
  newsletter: source(['', 'newsletter', 'email'], ['', '', 'Email']),
  newsletterInCapitals: source(['', 'Newsletter', 'EMAIL'], ['', '', 'Email']),
  searchAd: source(
    ['https://www.google.com/', 'google', 'cpc'],
    ['google.com', 'google.com', 'Paid Search'],
    fromSearch,
  ),
  partnerAd: source(['https://example.org/', 'acme', 'cpc'], ['example.org', 'example.org', 'Paid Other']),
  partner: source(
    ['https://www.google.com/', 'acme', 'referral'],
    ['google.com', 'google.com', 'Referral'],
    fromSearch,
  ),
  socialAd: source(
    ['https://l.facebook.com/', 'fb', 'paid_social'],
    ['l.facebook.com', 'facebook.com', 'Paid Social'],
  ),
  app: source(['', '', 'app'], ['', '', 'Referral']),
  company: source(['', 'acme, inc', ''], ['', '', 'Referral']),
} satisfies Record<string, Source>;

export type SourceName = keyof typeof sources;

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X)';
const ipad = 'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

type ClientFacts = Pick<Facts, 'browser' | 'browserVersion' | 'os' | 'osVersion' | 'device'>;

export type Client = { userAgent: string; facts: ClientFacts };

function client(userAgent: string, ...told: readonly [string, string, string, string, string]): Client {
  const [browser, browserVersion, os, osVersion, device] = told;
  return { userAgent, facts: { browser, browserVersion, os, osVersion, device } };
}

export const clients = {
  none: client('', '', '', '', '', ''),
  chrome: client(
    `${windows} ${blink} Chrome/124.0.0.0 Safari/537.36`,
    'Chrome',
    '124.0',
    'Windows',
    '10',
    'desktop',
  ),
  edge: client(
    `${windows} ${blink} Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51`,
    'Edge',
    '124.0',
    'Windows',
    '10',
    'desktop',
  ),
  phone: client(
    `${iphone} ${webkit} Version/17.4.1 Mobile/15E148 Safari/604.1`,
    'Safari',
    '17.4',
    'iOS',
    '17.4',
    'mobile',
  ),
  phoneChrome: client(
    `${iphone} ${webkit} CriOS/124.0.6367.88 Mobile/15E148 Safari/604.1`,
    'Chrome',
    '124.0',
    'iOS',
    '17.4',
    'mobile',
  ),
  android: client(
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/124.0.0.0 Mobile Safari/537.36`,
    'Chrome',
    '124.0',
    'Android',
    '10',
    'mobile',
  ),
  tablet: client(
    `${ipad} ${webkit} Version/17.4 Mobile/15E148 Safari/604.1`,
    'Safari',
    '17.4',
    'iOS',
    '17.4',
    'tablet',
  ),
} satisfies Record<string, Client>;

export type ClientName = keyof typeof clients;

export type Crawler = { userAgent: string; operator: string; purpose: string };

const crawlerAgent = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;';

export const crawlers = {
  training: {
    userAgent: `${crawlerAgent} ClaudeBot/1.0; +claudebot@anthropic.com)`,
    operator: 'Anthropic',
    purpose: 'training',
  },
  otherTraining: {
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; GPTBot/1.3; +https://openai.com/gptbot',
    operator: 'OpenAI',
    purpose: 'training',
  },
  search: {
    userAgent: `${crawlerAgent} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
    operator: 'Perplexity',
    purpose: 'search',
  },
  agent: {
    userAgent: `${crawlerAgent} Claude-User/1.0; +Claude-User@anthropic.com)`,
    operator: 'Anthropic',
    purpose: 'agent',
  },
  unknownPurpose: {
    userAgent: 'Mozilla/5.0 (compatible; TavilyBot; +https://tavily.com/)',
    operator: 'Other',
    purpose: 'other',
  },
  searchEngine: {
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    operator: '',
    purpose: 'other',
  },
} satisfies Record<string, Crawler>;

export type CrawlerName = keyof typeof crawlers;

/** Addresses as the bundled database has them; the last is nobody's. */
export const countries = {
  DE: '193.99.144.80',
  US: '8.8.8.8',
  AU: '1.1.1.1',
  unknown: '10.1.2.3',
} as const;

export type CountryName = keyof typeof countries;

export const languages = {
  'en-GB,en;q=0.9': 'en-GB',
  en: 'en',
  'zh-Hans-CN': 'zh-CN',
  '*': '',
  '': '',
} as const;

export type LanguageName = keyof typeof languages;

/** A character above U+FFFF comes after U+FF5E in UTF-8, and before it in UTF-16. */
export const paths = ['/', '/a', '/a/b', '/A', '/pricing', '/a,b', '/ä', '/～', '/😀'];

export const campaigns = ['', 'spring', 'Spring', 'summer sale', 'frühling'];
export const terms = ['', '', 'shoes', 'red:shoes', 'a,b'];
export const contents = ['', 'banner', 'top\\left'];

export const goalNames = ['signup', 'Signup', 'buy, big', 'pageview', 'payment', 'custom_event'];

export const properties: readonly Json[] = [
  {},
  { plan: 'pro' },
  { plan: 'free', seats: 3 },
  { Plan: 'pro', plan: '' },
  { nested: { list: [1, null, 'x'] }, flag: true },
  { ключ: 'значение', plan: 'pro' },
];

export const traits: readonly Json[] = [{}, { tier: 'gold' }, { tier: 'silver', seats: 2 }];

export const externalIds = ['ext-1', 'ext-2', 'ext-3'];

/** Up to six decimals, at most 10^12. */
export const amounts = [
  '0',
  '0.000001',
  '0.1',
  '0.2',
  '0.333333',
  '10',
  '19.99',
  '89.5',
  '100',
  '123456.654321',
  '999999999.999999',
  '1000000000000',
  '-0.3',
  '-5',
  '-19.99',
  '-1000000000000',
];

export const zones = [
  'UTC',
  // UTC itself in winter, and not in summer.
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

import { aiHosts } from './ai-hosts.ts';
import { memoize } from './bounded-memo.ts';
import { classifyHost, type HostKind } from './classify-host.ts';
import { parseReferrerHost } from './parse-referrer.ts';

export type SourceKind = HostKind | 'sms' | 'push';

export type SourceName = { present: boolean; kind: SourceKind | undefined };

const maxLength = 255;
const memoSize = 1_000;

const absent: ReadonlySet<string> = new Set(['', '(direct)', 'direct', '(none)', '(not set)']);

/** Names people write into utm_source in place of a host. Hosts themselves are read from the host tables. */
const knownNames: Record<Exclude<SourceKind, 'payment' | 'ai'>, readonly string[]> = {
  search: [
    'adwords',
    'aol',
    'ask',
    'baidu',
    'bing',
    'bing-ads',
    'bing_ads',
    'bingads',
    'brave',
    'daum',
    'duckduckgo',
    'ecosia',
    'google',
    'google-ads',
    'google_ads',
    'google-my-business',
    'googleads',
    'gmb',
    'kagi',
    'microsoft-ads',
    'microsoft_ads',
    'microsoftads',
    'naver',
    'qwant',
    'seznam',
    'sogou',
    'startpage',
    'yahoo',
    'yandex',
  ],
  social: [
    'bluesky',
    'bsky',
    'discord',
    'facebook',
    'facebook-ads',
    'facebook_ads',
    'facebookads',
    'fb',
    'fb_ads',
    'hackernews',
    'hn',
    'ig',
    'insta',
    'instagram',
    'kakaotalk',
    'li',
    'line',
    'linkedin',
    'linkedin-ads',
    'linkedin_ads',
    'linkedinads',
    'mastodon',
    'messenger',
    'meta',
    'meta-ads',
    'meta_ads',
    'metaads',
    'nextdoor',
    'pinterest',
    'quora',
    'reddit',
    'reddit-ads',
    'reddit_ads',
    'snapchat',
    'telegram',
    'threads',
    'tik-tok',
    'tiktok',
    'tiktok-ads',
    'tiktok_ads',
    'tumblr',
    'tw',
    'twitter',
    'vk',
    'vkontakte',
    'wechat',
    'weibo',
    'whatsapp',
    'x',
    'xing',
  ],
  video: ['bilibili', 'dailymotion', 'rumble', 'twitch', 'vimeo', 'wistia', 'youku', 'youtube', 'yt'],
  mail: [
    'activecampaign',
    'beehiiv',
    'brevo',
    'convertkit',
    'customer.io',
    'e mail',
    'e-mail',
    'e_mail',
    'email',
    'emailing',
    'gmail',
    'klaviyo',
    'mailchimp',
    'mailerlite',
    'mailgun',
    'mailing',
    'mailjet',
    'newsletter',
    'newsletters',
    'outlook',
    'sendgrid',
    'sendinblue',
  ],
  sms: ['mms', 'sms'],
  push: ['firebase', 'onesignal', 'push', 'pushwoosh', 'webpush'],
};

const aiOperators: ReadonlyMap<string, string> = new Map(
  aiHosts.flatMap(({ operator, sourceNames = [] }) => sourceNames.map((name) => [name, operator] as const)),
);

const kinds: ReadonlyMap<string, SourceKind> = new Map([
  ...Object.entries(knownNames).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as SourceKind] as const),
  ),
  ...[...aiOperators.keys()].map((name) => [name, 'ai'] as const),
]);

/** `google`, `fb`, `chatgpt.com`, `https://m.facebook.com/` … */
export function parseSourceName(utmSource: string): SourceName {
  return parseNameOnce(utmSource.length > maxLength ? utmSource.slice(0, maxLength) : utmSource);
}

const parseNameOnce = memoize(memoSize, (utmSource): SourceName => {
  const name = utmSource.trim().toLowerCase();
  if (absent.has(name)) return { present: false, kind: undefined };
  return { present: true, kind: kinds.get(name) ?? classifyHost(parseReferrerHost(name)).kind };
});

/** Who runs the AI assistant behind a source (utm_source or referring host), as the AI report names it. */
export function findAiOperator(source: string): string | undefined {
  const name = source.trim().toLowerCase();
  return aiOperators.get(name) ?? classifyHost(parseReferrerHost(name)).aiOperator;
}

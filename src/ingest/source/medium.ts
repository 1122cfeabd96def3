import { memoize } from './bounded-memo.ts';

export type MediumFacts = {
  present: boolean;
  paid: boolean;
  /** The network a paid medium names itself, as in `paid_social`. */
  adKind: 'search' | 'social' | 'video' | undefined;
  display: boolean;
  /** `cpm` is sold on every network: it means Display only where no other paid channel fits. */
  costPerMille: boolean;
  /** What an unpaid medium says about itself. */
  says:
    | 'ai'
    | 'organic'
    | 'social'
    | 'video'
    | 'mail'
    | 'affiliate'
    | 'audio'
    | 'sms'
    | 'push'
    | 'referral'
    | undefined;
};

const maxLength = 255;
const memoSize = 500;

const absent: ReadonlySet<string> = new Set(['', '(none)', '(not set)', 'none', 'direct']);
const paidWord =
  /(?:^| )(?:cp[acilmpvx]|cpcv|ppv|paid[a-z]*|retargeting|remarketing|sem|ads?|adwords|sponsored|pmax)(?: |$)/;
const paidPart = /cpc|ppc|cpm/;
const displayWord =
  /(?:^| )(?:display|displayads?|banners?|expandable|interstitial|programmatic|gdn|rich media)(?: |$)/;
const searchAdWord = /search|(?:^| )(?:sem|adwords)(?: |$)/;
const videoAdWord = /video|(?:^| )(?:cpv|cpcv|ppv)(?: |$)/;

/** First match names the medium; the order is that of the channels. */
const sayings: readonly [NonNullable<MediumFacts['says']>, RegExp][] = [
  ['ai', /^(?:ai|llm|chatbot|ai (?:assistant|search|chat|referral)|genai)$/],
  ['social', /(?:^| )(?:social|socialmedia|socials|sm)(?: |$)/],
  ['organic', /^(?:organic|organic search|seo|search|natural)$/],
  ['video', /video/],
  ['mail', /(?:^| )(?:e ?mails?|mail|mailings?|emailing|newsletters?|enewsletter|edm)(?: |$)/],
  ['affiliate', /(?:^| )(?:affiliates?|affiliation|aff)(?: |$)/],
  ['audio', /(?:^| )(?:audio|podcasts?)(?: |$)/],
  ['sms', /(?:^| )(?:sms|mms|text message)(?: |$)/],
  ['push', /push$|^(?:web)?push|notification|^mobile$/],
  ['referral', /^(?:referral|referrer|app|link)$/],
];

export function parseMedium(utmMedium: string): MediumFacts {
  return parseMediumOnce(utmMedium.length > maxLength ? utmMedium.slice(0, maxLength) : utmMedium);
}

const parseMediumOnce = memoize(memoSize, (utmMedium): MediumFacts => {
  const medium = utmMedium.trim().toLowerCase();
  const present = !absent.has(medium);
  const words = medium.replace(/[\s_.+/|:-]+/g, ' ').trim();
  const display = present && displayWord.test(words);
  const paid = present && (paidWord.test(words) || paidPart.test(words));
  return {
    present,
    paid,
    adKind: paid ? findAdKind(words) : undefined,
    display,
    costPerMille: present && words.includes('cpm'),
    says: present && !paid && !display ? sayings.find(([, pattern]) => pattern.test(words))?.[0] : undefined,
  };
});

function findAdKind(words: string): MediumFacts['adKind'] {
  if (words.includes('social')) return 'social';
  if (searchAdWord.test(words)) return 'search';
  return videoAdWord.test(words) ? 'video' : undefined;
}

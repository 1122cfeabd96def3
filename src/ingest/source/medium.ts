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

const MAX_LENGTH = 255;
const MEMO_SIZE = 500;

const ABSENT: ReadonlySet<string> = new Set(['', '(none)', '(not set)', 'none', 'direct']);
const PAID_WORD =
  /(?:^| )(?:cp[acilmpvx]|cpcv|ppv|paid[a-z]*|retargeting|remarketing|sem|ads?|adwords|sponsored|pmax)(?: |$)/;
const PAID_PART = /cpc|ppc|cpm/;
const DISPLAY_WORD =
  /(?:^| )(?:display|displayads?|banners?|expandable|interstitial|programmatic|gdn|rich media)(?: |$)/;
const SEARCH_AD_WORD = /search|(?:^| )(?:sem|adwords)(?: |$)/;
const VIDEO_AD_WORD = /video|(?:^| )(?:cpv|cpcv|ppv)(?: |$)/;

/** First match names the medium; the order is that of the channels. */
const SAYINGS: readonly [NonNullable<MediumFacts['says']>, RegExp][] = [
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
  return parseMediumOnce(utmMedium.length > MAX_LENGTH ? utmMedium.slice(0, MAX_LENGTH) : utmMedium);
}

const parseMediumOnce = memoize(MEMO_SIZE, (utmMedium): MediumFacts => {
  const medium = utmMedium.trim().toLowerCase();
  const present = !ABSENT.has(medium);
  const words = medium.replace(/[\s_.+/|:-]+/g, ' ').trim();
  const display = present && DISPLAY_WORD.test(words);
  const paid = present && (PAID_WORD.test(words) || PAID_PART.test(words));
  return {
    present,
    paid,
    adKind: paid ? findAdKind(words) : undefined,
    display,
    costPerMille: present && words.includes('cpm'),
    says: present && !paid && !display ? SAYINGS.find(([, pattern]) => pattern.test(words))?.[0] : undefined,
  };
});

function findAdKind(words: string): MediumFacts['adKind'] {
  if (words.includes('social')) return 'social';
  if (SEARCH_AD_WORD.test(words)) return 'search';
  return VIDEO_AD_WORD.test(words) ? 'video' : undefined;
}

import type { App } from './browsers.ts';
import type { Day } from './calendar.ts';
import type { Random, Weighted } from './random.ts';
import type { PageKind } from './shop.ts';

/** Where visits come from. Channels are not named here: the product finds them from what a visit carries. */
export type Arrival = {
  referrer?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_term?: string;
  utm_content?: string;
};

export type Source = {
  /** How much of a day's new visitors it brings, relative to the others. */
  share(day: Day): number;
  /** Of its visitors; the rest sits at a desk, but for a few tablets. */
  mobileShare: number;
  landings: Weighted<PageKind>;
  /** How its visitors leave at once and buy, compared with the average. */
  bounce: number;
  intent: number;
  /** The application that opens the link on a telephone, and how often. */
  app?: { name: App; share: number };
  arrive(random: Random): Arrival;
};

const guides: Weighted<PageKind> = [
  ['post', 60],
  ['product', 18],
  ['home', 16],
  ['shop', 6],
];
const shelves: Weighted<PageKind> = [
  ['product', 54],
  ['shop', 22],
  ['subscribe', 14],
  ['home', 10],
];
const frontDoor: Weighted<PageKind> = [
  ['home', 66],
  ['product', 14],
  ['shop', 8],
  ['post', 8],
  ['subscribe', 4],
];
const stories: Weighted<PageKind> = [
  ['post', 62],
  ['product', 22],
  ['home', 16],
];

const searchTerms = [
  'pour over coffee ratio',
  'coffee grind size',
  'french press ratio',
  'best espresso beans berlin',
  'how long do coffee beans last',
  'larkspur coffee',
  'coffee subscription europe',
  'natural process coffee',
];
const adTerms: Weighted<string> = [
  ['coffee subscription', 38],
  ['fresh roasted beans', 26],
  ['larkspur coffee', 20],
  ['specialty coffee online', 16],
];

const google: Weighted<string> = [
  ['https://www.google.com/', 90],
  ['https://www.google.de/', 7],
  ['https://www.google.co.uk/', 3],
];
const enginesWithTerms: Weighted<string> = [
  ['https://www.bing.com/search', 52],
  ['https://duckduckgo.com/', 26],
  ['https://www.ecosia.org/search', 22],
];
const assistants: Weighted<Arrival> = [
  [{ referrer: 'https://chatgpt.com/', utm_source: 'chatgpt.com' }, 46],
  [{ referrer: 'https://chatgpt.com/' }, 14],
  [{ referrer: 'https://www.perplexity.ai/' }, 17],
  [{ referrer: 'https://gemini.google.com/' }, 10],
  [{ referrer: 'https://claude.ai/' }, 8],
  [{ referrer: 'https://copilot.microsoft.com/' }, 5],
];
const friends: Weighted<string> = [
  ['https://www.coffeecompass.example/reviews/larkspur', 30],
  ['https://homebrewers-forum.example/t/4821', 24],
  ['https://city-guide.example/berlin/roasters', 18],
  ['https://en.wikipedia.org/', 12],
  ['https://notes.slowmorning.example/weekend-links', 16],
];

export const direct: Source = {
  share: () => 215,
  mobileShare: 0.5,
  landings: frontDoor,
  bounce: 0.95,
  intent: 1.3,
  arrive: () => ({}),
};

export const organicSearch: Source = {
  share: ({ progress }) => 300 + 50 * progress,
  mobileShare: 0.57,
  landings: guides,
  bounce: 1.02,
  intent: 0.75,
  app: { name: 'google', share: 0.08 },
  arrive: (random) => ({ referrer: random.weighted(google) }),
};

const searchWithTerms: Source = {
  ...organicSearch,
  share: () => 46,
  mobileShare: 0.34,
  arrive: (random) => ({
    referrer: `${random.weighted(enginesWithTerms)}?q=${encodeURIComponent(random.pick(searchTerms))}`,
  }),
};

const searchAds: Source = {
  share: ({ progress }) => 78 + 22 * progress,
  mobileShare: 0.58,
  landings: shelves,
  bounce: 0.98,
  intent: 1.45,
  arrive: (random) => {
    const term = random.weighted(adTerms);
    const isBing = random.chance(0.14);
    return {
      referrer: isBing ? 'https://www.bing.com/' : 'https://www.google.com/',
      utm_source: isBing ? 'bing' : 'google',
      utm_medium: 'cpc',
      utm_campaign: term === 'larkspur coffee' ? 'brand' : 'subscribe-and-save',
      utm_term: term,
      utm_content: random.pick(['headline-a', 'headline-b']),
    };
  },
};

const socialAds: Source = {
  share: ({ progress }) => 62 + 20 * progress,
  mobileShare: 0.9,
  landings: shelves,
  bounce: 1.2,
  intent: 0.7,
  app: { name: 'instagram', share: 0.7 },
  arrive: (random) => ({
    referrer: 'https://l.instagram.com/',
    utm_source: 'instagram',
    utm_medium: 'paid_social',
    utm_campaign: random.weighted([
      ['new-roasts', 60],
      ['subscribe-and-save', 40],
    ]),
    utm_content: random.pick(['reel', 'story', 'carousel']),
  }),
};

const facebookAds: Source = {
  ...socialAds,
  share: () => 30,
  app: { name: 'facebook', share: 0.75 },
  arrive: (random) => ({
    referrer: 'https://l.facebook.com/',
    utm_source: 'facebook',
    utm_medium: 'paid_social',
    utm_campaign: 'new-roasts',
    utm_content: random.pick(['video', 'carousel']),
  }),
};

/** Sent every Thursday; some open it a day later. */
export const newsletter: Source = {
  share: ({ weekday }) => [14, 14, 10, 10, 165, 62, 22][weekday] as number,
  mobileShare: 0.55,
  landings: [
    ['product', 44],
    ['post', 38],
    ['shop', 18],
  ],
  bounce: 0.85,
  intent: 1.5,
  arrive: (random) => ({
    utm_source: 'newsletter',
    utm_medium: 'email',
    utm_campaign: 'thursday-letter',
    utm_content: random.weighted([
      ['lead', 60],
      ['shelf', 30],
      ['footer', 10],
    ]),
  }),
};

const organicSocial: Source = {
  share: () => 68,
  mobileShare: 0.84,
  landings: stories,
  bounce: 1.18,
  intent: 0.5,
  app: { name: 'pinterest', share: 0.1 },
  arrive: (random) => ({
    referrer: random.weighted([
      ['https://www.instagram.com/', 34],
      ['https://www.reddit.com/', 24],
      ['https://www.pinterest.com/', 18],
      ['https://m.facebook.com/', 14],
      ['https://t.co/', 6],
      ['https://bsky.app/', 4],
    ]),
  }),
};

const video: Source = {
  ...organicSocial,
  share: () => 24,
  mobileShare: 0.6,
  arrive: () => ({ referrer: 'https://www.youtube.com/' }),
};

const referrals: Source = {
  share: () => 64,
  mobileShare: 0.48,
  landings: [
    ['home', 40],
    ['product', 34],
    ['post', 26],
  ],
  bounce: 0.95,
  intent: 1.1,
  arrive: (random) => ({ referrer: random.weighted(friends) }),
};

const affiliates: Source = {
  ...referrals,
  share: () => 20,
  intent: 1.4,
  arrive: () => ({
    referrer: 'https://beanfinder.example/',
    utm_source: 'beanfinder',
    utm_medium: 'affiliate',
    utm_campaign: 'partners',
  }),
};

const podcast: Source = {
  ...referrals,
  share: ({ weekday }) => (weekday === 1 || weekday === 2 ? 16 : 4),
  mobileShare: 0.8,
  arrive: () => ({ utm_source: 'morning-cup', utm_medium: 'podcast', utm_campaign: 'podcast-sponsorship' }),
};

/** From a trickle to a channel of its own. */
const aiAssistants: Source = {
  share: ({ progress }) => 16 + 62 * progress ** 1.4,
  mobileShare: 0.36,
  landings: guides,
  bounce: 0.85,
  intent: 1.5,
  arrive: (random) => random.weighted(assistants),
};

const launchCrowd: Source = {
  share: ({ sinceLaunch }) => ([1500, 1050, 620, 340, 180, 90, 50, 25][sinceLaunch] ?? 0),
  mobileShare: 0.5,
  landings: [
    ['product', 52],
    ['post', 30],
    ['home', 18],
  ],
  bounce: 1.15,
  intent: 0.8,
  arrive: (random) =>
    random.weighted<Arrival>([
      [{ referrer: 'https://www.producthunt.com/' }, 34],
      [{ referrer: 'https://news.ycombinator.com/' }, 22],
      [
        {
          referrer: 'https://l.instagram.com/',
          utm_source: 'instagram',
          utm_medium: 'social',
          utm_campaign: 'dripper-launch',
        },
        24,
      ],
      [{ utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'dripper-launch' }, 20],
    ]),
};

/** Banners that follow people who have been here before. */
export const retargeting: Source = {
  ...direct,
  share: () => 0,
  intent: 1.2,
  landings: shelves,
  arrive: () => ({ utm_source: 'google', utm_medium: 'display', utm_campaign: 'come-back' }),
};

const sources: readonly Source[] = [
  direct,
  organicSearch,
  searchWithTerms,
  searchAds,
  socialAds,
  facebookAds,
  newsletter,
  organicSocial,
  video,
  referrals,
  affiliates,
  podcast,
  aiAssistants,
  launchCrowd,
];

export function drawSource(day: Day, random: Random): Source {
  return random.weighted(sources.map((source) => [source, source.share(day)] as const));
}

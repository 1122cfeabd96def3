/** Visits that come of themselves. */
import type { Weighted } from './random.ts';
import { type Arrival, frontDoor, guides, type Source, stories } from './source.ts';

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

/** Customers who look after their orders; nobody comes this way the first time. */
export const members: Source = {
  ...direct,
  share: () => 0,
  landings: [['account', 46], ...frontDoor],
  bounce: 0.8,
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

export const searchWithTerms: Source = {
  ...organicSearch,
  share: () => 46,
  mobileShare: 0.34,
  arrive: (random) => ({
    referrer: `${random.weighted(enginesWithTerms)}?q=${encodeURIComponent(random.pick(searchTerms))}`,
  }),
};

export const organicSocial: Source = {
  share: () => 68,
  mobileShare: 0.84,
  landings: stories,
  bounce: 1.18,
  intent: 0.5,
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

export const video: Source = {
  ...organicSocial,
  share: () => 24,
  mobileShare: 0.6,
  arrive: () => ({ referrer: 'https://www.youtube.com/' }),
};

/** From a trickle to a channel of its own. */
export const aiAssistants: Source = {
  share: ({ progress }) => 16 + 62 * progress ** 1.4,
  mobileShare: 0.36,
  landings: guides,
  bounce: 0.85,
  intent: 1.5,
  arrive: (random) => random.weighted(assistants),
};

export const referrals: Source = {
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

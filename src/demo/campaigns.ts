/** Visits that carry tags, because somebody paid for them or wrote to people. */
import type { Weighted } from './random.ts';
import { type Arrival, type Source, shelves } from './source.ts';
import { direct, referrals } from './untagged.ts';

const adTerms: Weighted<string> = [
  ['coffee subscription', 38],
  ['fresh roasted beans', 26],
  ['larkspur coffee', 20],
  ['specialty coffee online', 16],
];

export const searchAds: Source = {
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

export const socialAds: Source = {
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

export const facebookAds: Source = {
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

export const affiliates: Source = {
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

export const podcast: Source = {
  ...referrals,
  share: ({ weekday }) => (weekday === 1 || weekday === 2 ? 16 : 4),
  mobileShare: 0.8,
  arrive: () => ({ utm_source: 'morning-cup', utm_medium: 'podcast', utm_campaign: 'podcast-sponsorship' }),
};

/** Those who talk about the new dripper, and those who were told of it. */
export const launchCrowd: Source = {
  share: ({ sinceLaunch }) => [1500, 1050, 620, 340, 180, 90, 50, 25][sinceLaunch] ?? 0,
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

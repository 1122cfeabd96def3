import type { AutomaticName } from '../contract/automatic-names.ts';
import type { Random, Weighted } from './random.ts';

/** The website of the demonstration: a coffee roaster's shop with a blog and a monthly subscription. */
export const domain = 'larkspur-coffee.example';
export const currency = 'EUR';

export type PageKind = keyof typeof readingSeconds;

/** The median time people stay. */
export const readingSeconds = {
  home: 17,
  shop: 24,
  product: 36,
  subscribe: 38,
  blog: 18,
  post: 96,
  about: 36,
  shipping: 28,
  contact: 26,
  account: 24,
  orders: 20,
  signup: 42,
  cart: 22,
  checkout: 64,
  payment: 50,
  thanks: 14,
};

export type Product = { path: string; category: 'beans' | 'gear'; price: number };
export type Plan = { name: string; price: number };

const launchedProduct: Product = { path: '/shop/larkspur-dripper', category: 'gear', price: 49 };

const products: Weighted<Product> = [
  [{ path: '/shop/house-espresso', category: 'beans', price: 14.5 }, 26],
  [{ path: '/shop/ethiopia-guji', category: 'beans', price: 16.9 }, 20],
  [{ path: '/shop/colombia-huila', category: 'beans', price: 15.9 }, 15],
  [{ path: '/shop/kenya-nyeri', category: 'beans', price: 18.9 }, 10],
  [{ path: '/shop/decaf-sugarcane', category: 'beans', price: 15.5 }, 9],
  [{ path: '/shop/sampler-box', category: 'beans', price: 29 }, 14],
  [{ path: '/shop/hand-grinder', category: 'gear', price: 89 }, 8],
  [{ path: '/shop/gooseneck-kettle', category: 'gear', price: 69 }, 6],
  [{ path: '/shop/paper-filters', category: 'gear', price: 6.5 }, 5],
  [{ path: '/shop/gift-card', category: 'gear', price: 40 }, 4],
];
const productsSinceLaunch: Weighted<Product> = [...products, [launchedProduct, 24]];

const posts: Weighted<string> = [
  ['/blog/how-to-brew-pour-over', 30],
  ['/blog/grind-size-chart', 24],
  ['/blog/french-press-ratio', 18],
  ['/blog/espresso-vs-filter-roast', 13],
  ['/blog/how-long-do-beans-last', 12],
  ['/blog/water-for-coffee', 9],
  ['/blog/cold-brew-at-home', 9],
  ['/blog/descale-your-machine', 7],
  ['/blog/what-is-natural-process', 6],
  ['/blog/a-visit-to-huila', 4],
  ['/blog/why-we-publish-our-prices', 4],
  ['/blog/moka-pot-without-bitterness', 6],
];
const launchPost = '/blog/designing-the-larkspur-dripper';
const postsSinceLaunch: Weighted<string> = [...posts, [launchPost, 14]];

const paths: Record<Exclude<PageKind, 'product' | 'post'>, string> = {
  home: '/',
  shop: '/shop',
  subscribe: '/subscribe',
  blog: '/blog',
  about: '/about',
  shipping: '/shipping',
  contact: '/contact',
  account: '/account',
  orders: '/account/orders',
  signup: '/signup',
  cart: '/cart',
  checkout: '/checkout',
  payment: '/checkout/payment',
  thanks: '/checkout/thanks',
};

/** What readers of a page click on that leads away from it, and how many of them do. */
type Capture = { name: AutomaticName; share: number; property: 'url' | 'id'; values: readonly string[] };

export const captures: Partial<Record<PageKind, readonly Capture[]>> = {
  post: [
    {
      name: 'outbound',
      share: 0.05,
      property: 'url',
      values: ['https://en.wikipedia.org/wiki/Coffee', 'https://www.youtube.com/@larkspur-coffee'],
    },
    {
      name: 'download',
      share: 0.02,
      property: 'url',
      values: [`https://${domain}/files/grind-chart.pdf`, `https://${domain}/files/pour-over.pdf`],
    },
  ],
  about: [
    {
      name: 'outbound',
      share: 0.08,
      property: 'url',
      values: [
        'https://www.instagram.com/larkspur.coffee/',
        'https://bsky.app/profile/larkspur-coffee.example',
      ],
    },
  ],
  contact: [{ name: 'form', share: 0.2, property: 'id', values: ['contact'] }],
};

/** Where a reader without a purpose goes next. */
export const browsing: Record<PageKind, Weighted<PageKind>> = {
  home: [
    ['shop', 36],
    ['product', 24],
    ['subscribe', 11],
    ['blog', 10],
    ['post', 9],
    ['about', 10],
  ],
  shop: [
    ['product', 74],
    ['subscribe', 9],
    ['home', 9],
    ['shipping', 8],
  ],
  product: [
    ['product', 36],
    ['shop', 34],
    ['shipping', 8],
    ['post', 8],
    ['subscribe', 7],
    ['home', 7],
  ],
  subscribe: [
    ['shop', 40],
    ['shipping', 22],
    ['home', 20],
    ['product', 18],
  ],
  blog: [
    ['post', 82],
    ['home', 10],
    ['shop', 8],
  ],
  post: [
    ['post', 40],
    ['blog', 18],
    ['product', 18],
    ['home', 13],
    ['shop', 11],
  ],
  about: [
    ['shop', 40],
    ['home', 26],
    ['contact', 18],
    ['post', 16],
  ],
  shipping: [
    ['product', 48],
    ['shop', 36],
    ['contact', 16],
  ],
  contact: [
    ['home', 60],
    ['shop', 40],
  ],
  account: [
    ['orders', 52],
    ['shop', 30],
    ['subscribe', 18],
  ],
  orders: [
    ['account', 40],
    ['shop', 40],
    ['contact', 20],
  ],
  signup: [
    ['account', 60],
    ['shop', 40],
  ],
  cart: [
    ['shop', 60],
    ['shipping', 40],
  ],
  checkout: [['cart', 100]],
  payment: [['checkout', 100]],
  thanks: [
    ['home', 50],
    ['post', 50],
  ],
};

export const plans: Weighted<Plan> = [
  [{ name: 'taster', price: 14 }, 44],
  [{ name: 'home', price: 26 }, 42],
  [{ name: 'office', price: 79 }, 14],
];

export const paymentMethods: Weighted<string> = [
  ['card', 46],
  ['paypal', 34],
  ['apple_pay', 14],
  ['bank_transfer', 6],
];

export const signupMethods: Weighted<string> = [
  ['email', 58],
  ['google', 31],
  ['apple', 11],
];

export function drawProduct(launched: boolean, random: Random): Product {
  return random.weighted(launched ? productsSinceLaunch : products);
}

export function drawPath(kind: PageKind, launched: boolean, random: Random): string {
  if (kind === 'product') return drawProduct(launched, random).path;
  if (kind === 'post') return random.weighted(launched ? postsSinceLaunch : posts);
  return paths[kind];
}

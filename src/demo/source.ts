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

export const guides: Weighted<PageKind> = [
  ['post', 60],
  ['product', 18],
  ['home', 16],
  ['shop', 6],
];
export const shelves: Weighted<PageKind> = [
  ['product', 54],
  ['shop', 22],
  ['subscribe', 14],
  ['home', 10],
];
export const frontDoor: Weighted<PageKind> = [
  ['home', 66],
  ['product', 14],
  ['shop', 8],
  ['post', 8],
  ['subscribe', 4],
];
export const stories: Weighted<PageKind> = [
  ['post', 62],
  ['product', 22],
  ['home', 16],
];

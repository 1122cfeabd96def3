import type { AutomaticName } from '../contract/automatic-names.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { minuteMs } from './calendar.ts';
import type { Random, Weighted } from './random.ts';
import {
  browsing,
  captures,
  drawPath,
  drawProduct,
  type PageKind,
  type Plan,
  paymentMethods,
  plans,
  readingSeconds,
  signupMethods,
} from './shop.ts';
import type { Arrival, Source } from './source.ts';

/** One thing that happens, at a moment in Unix milliseconds. */
export type Step =
  | { type: 'pageview'; at: number; path: string }
  | { type: 'custom'; at: number; path: string; properties: JsonObject }
  | Captured
  | { type: 'goal'; at: number; name: string; properties: JsonObject }
  | { type: 'identify'; at: number; traits: JsonObject }
  | Payment;

/** What the script would have captured by itself. */
export type Captured = {
  type: 'automatic';
  at: number;
  path: string;
  name: AutomaticName;
  properties: JsonObject;
};

export type Payment = {
  type: 'payment';
  at: number;
  transactionId: string;
  /** Never negative: `kind` tells a refund. */
  amount: number;
  kind: 'plain' | 'renewal' | 'refund';
};

export type Visit = { sessionId: string; arrival: Arrival; steps: Step[] };

/** What a visit comes to. The first four end on the page they are named after, without buying. */
export type Outcome =
  | { name: 'bounce' | 'browse' | 'cart' | 'checkout' | 'payment' | 'newsletter' | 'guide' | 'signup' }
  | { name: 'purchase'; amount: number; category: string; transactionId: string }
  | { name: 'subscription'; plan: Plan; transactionId: string };

export type VisitInput = {
  startsAt: number;
  source: Source;
  launched: boolean;
  isMobile: boolean;
  isReturning: boolean;
  isSubscriber: boolean;
};

const longestReadingMs = 20 * minuteMs;
const goesOn = 0.745;
const mostBrowsed = 24;

const bounceRates: Partial<Record<PageKind, number>> = { post: 0.6, product: 0.45, home: 0.39, shop: 0.38 };
const usualBounceRate = 0.42;

/** Of every thousand visits with more than one page. */
const outcomes: Weighted<Outcome['name']> = [
  ['cart', 32],
  ['checkout', 13],
  ['payment', 6],
  ['purchase', 12],
  ['subscription', 5],
  ['signup', 6],
  ['newsletter', 5],
  ['guide', 5],
];
const shippingFee = 4.9;
const freeShippingFrom = 40;

export function buildVisit(input: VisitInput, random: Random): { visit: Visit; outcome: Outcome } {
  const landing = random.weighted(input.source.landings);
  const outcome = drawOutcome(input, landing, random);
  const pages = [landing, ...buildRoute(landing, outcome, random)];
  const visit = {
    sessionId: random.uuid(),
    arrival: input.source.arrive(random),
    steps: buildSteps(pages, outcome, input, random),
  };
  return { visit, outcome };
}

function drawOutcome(input: VisitInput, landing: PageKind, random: Random): Outcome {
  const { source, isMobile, isReturning } = input;
  const bounces =
    (bounceRates[landing] ?? usualBounceRate) *
    source.bounce *
    (isMobile ? 1.06 : 0.92) *
    (isReturning ? 0.8 : 1);
  if (random.chance(bounces)) return { name: 'bounce' };
  const eagerness = source.intent * (isMobile ? 0.8 : 1.15) * (isReturning ? 1.45 : 1);
  const busy = outcomes.reduce((sum, [, weight]) => sum + weight, 0) / 1000;
  if (!random.chance(Math.min(busy * eagerness, 0.6))) return { name: 'browse' };
  const name = random.weighted(outcomes);
  const transactionId = drawTransactionId(random);
  switch (name) {
    case 'purchase':
      return { name, transactionId, ...drawBasket(input.launched, random) };
    case 'subscription':
      return input.isSubscriber ? { name: 'browse' } : { name, transactionId, plan: random.weighted(plans) };
    default:
      return { name };
  }
}

export function drawTransactionId(random: Random): string {
  return `in_${random.uuid().slice(-12)}`;
}

function drawBasket(launched: boolean, random: Random): { amount: number; category: string } {
  const items = Array.from(
    {
      length: random.weighted([
        [1, 54],
        [2, 30],
        [3, 12],
        [4, 4],
      ]),
    },
    () => drawProduct(launched, random),
  );
  const goods = items.reduce((sum, { price }) => sum + price, 0);
  const amount = goods + (goods < freeShippingFrom ? shippingFee : 0);
  const categories = new Set(items.map(({ category }) => category));
  return {
    amount: Math.round(amount * 100) / 100,
    category: categories.size > 1 ? 'mixed' : (items[0]?.category ?? 'beans'),
  };
}

const tills: readonly PageKind[] = ['cart', 'checkout', 'payment', 'thanks'];

/** The pages after the first. */
function buildRoute(landing: PageKind, outcome: Outcome, random: Random): PageKind[] {
  switch (outcome.name) {
    case 'bounce':
      return [];
    case 'browse':
      return browse(landing, 1, random);
    case 'newsletter':
    case 'guide':
      return landing === 'post' ? browse(landing, 0, random) : [...browse(landing, 0, random), 'post'];
    case 'signup':
      return [...browse(landing, 0, random), 'signup', 'account'];
    case 'subscription':
      return [...(landing === 'subscribe' ? [] : ['subscribe' as const]), ...tills.slice(1)];
    case 'cart':
    case 'checkout':
    case 'payment':
      return [...shop(landing, random), ...tills.slice(0, tills.indexOf(outcome.name) + 1)];
    case 'purchase':
      return [...shop(landing, random), ...tills];
  }
}

function browse(from: PageKind, atLeast: number, random: Random): PageKind[] {
  const seen: PageKind[] = [];
  while (seen.length < mostBrowsed && (seen.length < atLeast || random.chance(goesOn))) {
    seen.push(random.weighted(browsing[seen.at(-1) ?? from]));
  }
  return seen;
}

/** From the landing page to a product, by way of the shelves or not, and perhaps to a second one. */
function shop(landing: PageKind, random: Random): PageKind[] {
  const way: PageKind[] = landing === 'product' || random.chance(0.45) ? [] : ['shop'];
  const first: PageKind[] = landing === 'product' ? [] : ['product'];
  const second: PageKind[] = random.chance(0.4) ? ['product'] : [];
  return [...way, ...first, ...second];
}

function buildSteps(pages: readonly PageKind[], outcome: Outcome, input: VisitInput, random: Random): Step[] {
  const steps: Step[] = [];
  let at = input.startsAt;
  let path = '';
  pages.forEach((kind, index) => {
    const drawn = drawPath(kind, input.launched, random);
    // Nobody follows a link to the page they are on.
    path = drawn === path ? drawPath('shop', input.launched, random) : drawn;
    steps.push({ type: 'pageview', at, path });
    const stays = Math.min(random.around(readingSeconds[kind] * 1000, 0.85), longestReadingMs);
    steps.push(...buildCaptured(kind, Math.floor(at + stays / 4), path, random));
    if (index === pages.length - 1) steps.push(...buildResults(outcome, at + stays / 3, path, random));
    at += Math.max(Math.floor(stays), 1500);
  });
  return steps;
}

/** Before whatever else happens on the page. */
function buildCaptured(kind: PageKind, at: number, path: string, random: Random): Captured[] {
  return (captures[kind] ?? [])
    .filter(({ share }) => random.chance(share))
    .slice(0, 1)
    .map(({ name, property, values }) => ({
      type: 'automatic',
      at,
      path,
      name,
      properties: { [property]: random.pick(values) },
    }));
}

/** What is recorded when the last page has been reached. */
function buildResults(outcome: Outcome, moment: number, path: string, random: Random): Step[] {
  const at = Math.floor(moment);
  switch (outcome.name) {
    case 'guide': {
      const file = random.pick(['pour-over.pdf', 'espresso.pdf', 'grind-chart.pdf']);
      return [{ type: 'custom', at, path, properties: { goal_name: 'brew_guide_download', file } }];
    }
    case 'newsletter':
      return [
        {
          type: 'custom',
          at,
          path,
          properties: { goal_name: 'newsletter_signup', form: random.pick(['footer', 'article', 'popup']) },
        },
      ];
    case 'signup': {
      const method = random.weighted(signupMethods);
      return [
        { type: 'goal', at, name: 'signup', properties: { plan: 'free', method } },
        { type: 'identify', at: at + 200, traits: { plan: 'free' } },
      ];
    }
    case 'purchase': {
      const { amount, category, transactionId } = outcome;
      const method = random.weighted(paymentMethods);
      return [
        { type: 'payment', at, transactionId, amount, kind: 'plain' },
        { type: 'goal', at: at + 200, name: 'purchase', properties: { category, method } },
        { type: 'identify', at: at + 400, traits: { customer: true } },
      ];
    }
    case 'subscription': {
      const { plan, transactionId } = outcome;
      const properties = { plan: plan.name, method: random.weighted(paymentMethods) };
      return [
        { type: 'payment', at, transactionId, amount: plan.price, kind: 'plain' },
        { type: 'goal', at: at + 200, name: 'subscription', properties },
        { type: 'identify', at: at + 400, traits: { customer: true, plan: plan.name } },
      ];
    }
    default:
      return [];
  }
}

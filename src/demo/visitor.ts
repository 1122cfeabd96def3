import { drawHome, type Home } from './audience.ts';
import { drawUserAgent, type Screen } from './browsers.ts';
import { type Day, dayMs, drawMoment, minuteMs } from './calendar.ts';
import { newsletter, retargeting } from './campaigns.ts';
import { drawSource } from './draw-source.ts';
import type { Random } from './random.ts';
import { type Plan, plans } from './shop.ts';
import type { Source } from './source.ts';
import { direct, members, organicSearch } from './untagged.ts';
import { buildVisit, drawTransactionId, type Outcome, type Payment, type Visit } from './visit.ts';

/** A person with all they do until now, whatever day it falls on. */
export type Visitor = {
  id: string;
  home: Home;
  userAgent: string;
  visits: Visit[];
  /** What happens without a visit: renewals and refunds. */
  billing: Payment[];
};

/** The days there are, and the moment after which nothing has happened yet. */
export type Period = { days: readonly Day[]; now: number };

type Relation = 'stranger' | 'reader' | 'customer' | 'subscriber';

const returnRates: Record<Relation, number> = {
  stranger: 0.34,
  reader: 0.6,
  customer: 0.62,
  subscriber: 0.8,
};
const mostVisits = 30;
const tabletShare = 0.04;
const sameDayShare = 0.18;
const refundShare = 0.045;
const churn = 0.08;
const monthMs = 30 * dayMs;
/** Shorter than the shortest pause before somebody returns. */
const longestLiveVisitMs = 30 * minuteMs;

export function buildVisitor(day: Day, period: Period, random: Random): Visitor {
  const source = drawSource(day, random);
  return buildLife(drawPerson(source, random), source, drawMoment(day, random), period, random);
}

/** Someone who subscribed before the first day and goes on paying. */
export function buildEarlySubscriber(period: Period, random: Random): Visitor {
  const person = drawPerson(members, random);
  // Seen before they are charged, so that their payments have a visit to belong to.
  const firstAt = drawMoment(random.pick(period.days.slice(0, 6)), random);
  const visitor = buildLife(person, members, firstAt, period, random, 'subscriber');
  const charged = Math.floor(firstAt + random.next() * monthMs);
  const renewals = buildRenewals(random.weighted(plans), charged, period.now, random);
  return { ...visitor, billing: [...visitor.billing, ...renewals] };
}

/** Someone who is on the website at this minute. */
export function buildLiveVisitor(period: Period, random: Random): Visitor {
  const today = period.days.at(-1) as Day;
  const source = drawSource(today, random);
  const startsAt = period.now - random.whole(5_000, 4 * minuteMs);
  return buildLife(drawPerson(source, random), source, startsAt, period, random);
}

/** Someone who comes at a moment, with the visit that they are about to make. */
export function buildArrival(day: Day, startsAt: number, random: Random): Visitor {
  const source = drawSource(day, random);
  const period = { days: [day], now: startsAt + longestLiveVisitMs };
  return buildLife(drawPerson(source, random), source, startsAt, period, random);
}

type Person = { id: string; home: Home; screen: Screen; userAgent: string };

function drawPerson(source: Source, random: Random): Person {
  const home = drawHome(random);
  const screen = random.chance(tabletShare)
    ? 'tablet'
    : random.chance(source.mobileShare)
      ? 'mobile'
      : 'desktop';
  const app = source.app && random.chance(source.app.share) ? source.app.name : undefined;
  const userAgent = drawUserAgent(screen, home.iphoneShare, app, random);
  return { id: random.uuid(), home, screen, userAgent };
}

function buildLife(
  { id, home, screen, userAgent }: Person,
  firstSource: Source,
  firstAt: number,
  period: Period,
  random: Random,
  knownAs: Relation = 'stranger',
): Visitor {
  const visits: Visit[] = [];
  const billing: Payment[] = [];
  let relation = knownAs;
  let source = firstSource;
  let startsAt: number | undefined = firstAt;
  while (startsAt !== undefined && startsAt <= period.now && visits.length < mostVisits) {
    const input = {
      startsAt,
      source,
      launched: hasLaunched(startsAt, period),
      isMobile: screen === 'mobile',
      isReturning: visits.length > 0,
      isSubscriber: relation === 'subscriber',
    };
    const { visit, outcome } = buildVisit(input, random);
    visits.push(visit);
    billing.push(...buildBilling(visit, outcome, period.now, random));
    relation = strongest(relation, outcome);
    if (!random.chance(returnRates[relation])) break;
    source = drawReturn(relation, firstSource, random);
    startsAt = findReturn(visit, period, random);
  }
  return { id, home, userAgent, visits: cutAtNow(visits, period.now), billing };
}

function cutAtNow(visits: readonly Visit[], now: number): Visit[] {
  return visits
    .map((visit) => ({ ...visit, steps: visit.steps.filter(({ at }) => at <= now) }))
    .filter(({ steps }) => steps.length > 0);
}

function strongest(relation: Relation, { name }: Outcome): Relation {
  if (relation === 'subscriber' || name === 'subscription') return 'subscriber';
  if (relation === 'customer' || name === 'purchase') return 'customer';
  return relation === 'reader' || name === 'newsletter' || name === 'signup' ? 'reader' : 'stranger';
}

function drawReturn(relation: Relation, first: Source, random: Random): Source {
  const knowsUs = relation === 'customer' || relation === 'subscriber';
  return random.weighted([
    [knowsUs ? members : direct, 50],
    [first, 24],
    [organicSearch, 14],
    [newsletter, relation === 'stranger' ? 0 : 30],
    [retargeting, 6],
  ]);
}

/** Later the same day, or some days on at an hour of that day. */
function findReturn(visit: Visit, { days }: Period, random: Random): number | undefined {
  const last = visit.steps.at(-1)?.at ?? 0;
  if (random.chance(sameDayShare)) return Math.floor(last + random.between(35, 360) * minuteMs);
  const today = days.findLastIndex(({ startsAt }) => startsAt <= last);
  const later = days[today + Math.max(1, Math.round(random.around(4, 1)))];
  return later && drawMoment(later, random);
}

function hasLaunched(at: number, { days }: Period): boolean {
  return (days.findLast(({ startsAt }) => startsAt <= at)?.sinceLaunch ?? -1) >= 0;
}

function buildBilling(visit: Visit, outcome: Outcome, now: number, random: Random): Payment[] {
  const paid = visit.steps.find((step) => step.type === 'payment');
  if (!paid || paid.at > now) return [];
  const refunds = random.chance(refundShare) ? buildRefund(paid, now, random) : [];
  if (outcome.name !== 'subscription' || refunds.length > 0) return refunds;
  return buildRenewals(outcome.plan, paid.at + monthMs, now, random);
}

function buildRefund({ at, transactionId, amount }: Payment, now: number, random: Random): Payment[] {
  const refundedAt = Math.floor(at + random.between(1, 11) * dayMs);
  if (refundedAt > now) return [];
  const share = random.chance(0.75) ? 1 : 0.5;
  const refunded = Math.floor(amount * share * 100) / 100;
  return [
    {
      type: 'payment',
      at: refundedAt,
      transactionId: transactionId.replace('in_', 're_'),
      amount: refunded,
      kind: 'refund',
    },
  ];
}

function buildRenewals(plan: Plan, firstAt: number, now: number, random: Random): Payment[] {
  const payments: Payment[] = [];
  for (let at = firstAt; at <= now; at += monthMs) {
    const transactionId = drawTransactionId(random);
    payments.push({ type: 'payment', at, transactionId, amount: plan.price, kind: 'renewal' });
    if (random.chance(churn)) break;
  }
  return payments;
}

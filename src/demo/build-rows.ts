import type { EventBody } from '../contract/bodies.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { buildEvent, buildGoal, buildIdentity, buildPayment, type Draft } from '../ingest/build-drafts.ts';
import { buildRows } from '../ingest/build-records.ts';
import type { TableRows } from '../store/analytics/tables.ts';
import { nameCustomer } from './names.ts';
import type { ProgramVisit } from './programs.ts';
import { currency, domain } from './shop.ts';
import type { Arrival } from './source.ts';
import type { Payment, Step, Visit } from './visit.ts';
import type { Visitor } from './visitor.ts';

export type Rows = { [Name in keyof TableRows]: TableRows[Name][] } & {
  /** Transactions that are taken from now on, as if each had come through the API. */
  claims: { fingerprint: string; owner: string }[];
};

export type Target = { workspaceId: WorkspaceId; websiteId: string };

const microsecondsPerMs = 1000;

/** Made-up visitors have a country and no address, so the country is passed in the place of the address. */
const surroundings = { ownDomains: [domain], findCountry: (country: string) => country };

export function emptyRows(): Rows {
  return { hits: [], conversions: [], payments: [], identities: [], crawls: [], drops: [], claims: [] };
}

/** Adds what a visitor did, built as if it had come through the API at its time. */
export function addRows(rows: Rows, visitor: Visitor, target: Target): void {
  let order = 0;
  const add = (at: number, draft: Draft) => {
    // Records of one visitor may share a millisecond; the API would have counted them up as well.
    const seq = at * microsecondsPerMs + (order++ % microsecondsPerMs);
    const { hits, conversions, payments, identities } = buildRows(draft.record(draft.response), seq);
    if (hits) rows.hits.push(hits);
    if (conversions) rows.conversions.push(conversions);
    if (payments) rows.payments.push(payments);
    if (identities) rows.identities.push(identities);
    const owner = `demo:${seq}`;
    rows.claims.push(...draft.claims.map((fingerprint) => ({ fingerprint, owner })));
  };
  for (const visit of visitor.visits) {
    const first = buildSurfing(visitor, visit, visit.arrival, target);
    const later = buildSurfing(visitor, visit, inside, target);
    visit.steps.forEach((step, index) => {
      add(step.at, buildDraft(step, visitor, target, index === 0 ? first : later));
    });
  }
  for (const step of visitor.billing) add(step.at, buildPaymentDraft(step, visitor, target));
}

/** Adds what programs fetched, reported by the shop's server a page at a time. */
export function addProgramRows(rows: Rows, visits: readonly ProgramVisit[], target: Target): void {
  for (const [order, { at, userAgent, path }] of visits.entries()) {
    const sender = { workspaceId: target.workspaceId, now: at };
    const body = {
      website_id: target.websiteId,
      name: 'pageview' as const,
      path,
      ts: at,
      user_agent: userAgent,
    };
    const draft = buildEvent(sender, body, surroundings);
    const seq = at * microsecondsPerMs + (order % microsecondsPerMs);
    const { crawls } = buildRows(draft.record(draft.response), seq);
    if (crawls) rows.crawls.push(crawls);
  }
}

/** The second page of a visit and those after it are reached from the website itself. */
export const inside: Arrival = { referrer: `https://${domain}/` };

type Surfing = Omit<EventBody, 'name'>;

/** What the pageviews and custom events of a visit have in common. */
function buildSurfing(visitor: Visitor, visit: Visit, arrival: Arrival, target: Target): Surfing {
  return {
    website_id: target.websiteId,
    visitor_id: visitor.id,
    session_id: visit.sessionId,
    user_agent: visitor.userAgent,
    ip: visitor.home.country,
    language: visitor.home.language,
    ...arrival,
  };
}

function buildDraft(step: Step, visitor: Visitor, target: Target, surfing: Surfing): Draft {
  const sender = { workspaceId: target.workspaceId, now: step.at };
  const common = { website_id: target.websiteId, visitor_id: visitor.id };
  switch (step.type) {
    case 'pageview':
    case 'custom': {
      const properties = step.type === 'custom' ? step.properties : undefined;
      const body = { ...surfing, name: step.type, path: step.path, ts: step.at, properties };
      return buildEvent(sender, body, surroundings);
    }
    case 'automatic': {
      const { name, path, properties, at } = step;
      const body = { ...surfing, name: 'custom' as const, path, ts: at, properties };
      return buildEvent(sender, body, surroundings, { automatic: name });
    }
    case 'goal': {
      const { name, properties, at } = step;
      return buildGoal(sender, { ...common, goal_name: name, properties, timestamp: at });
    }
    case 'payment':
      return buildPaymentDraft(step, visitor, target);
    case 'identify': {
      const external_id = `customer-${visitor.id}`;
      const traits = { name: nameCustomer(visitor.id), ...step.traits };
      return buildIdentity(sender, { ...common, external_id, traits }, 'server');
    }
  }
}

function buildPaymentDraft(
  { at, transactionId, amount, kind }: Payment,
  { id }: Visitor,
  target: Target,
): Draft {
  return buildPayment(
    { workspaceId: target.workspaceId, now: at },
    {
      website_id: target.websiteId,
      visitor_id: id,
      transaction_id: transactionId,
      amount,
      currency,
      timestamp: at,
      renewal: kind === 'renewal',
      refunded: kind === 'refund',
    },
  );
}

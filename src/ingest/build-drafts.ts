/** From a checked body to what is spooled and answered: nothing here that the answer does not need. */
import { createHash, randomUUID } from 'node:crypto';
import type { EventBody, GoalBody, IdentityBody, PaymentBody } from '../contract/bodies.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { textOf } from '../contract/json-text.ts';
import type { IdentityOrigin } from '../store/analytics/tables.ts';
import type { AcceptedRecord, BrowserFacts } from './accepted-record.ts';
import { transactionClaim } from './claims.ts';
import { isOwnReferrer } from './source/build-source.ts';

export type Sender = { workspaceId: WorkspaceId; now: number };

export type Surroundings = { ownDomains: readonly string[]; findCountry(address: string): string };

type Response = { accepted: true; visitor_id: string; session_id?: string };

/** A record that waits for its place in the spool; a retry takes over the ids that the first answer named. */
export type Draft = {
  claims: string[];
  response: Response & Record<string, unknown>;
  record(response: Response): AcceptedRecord;
};

export function buildEvent(
  { workspaceId, now }: Sender,
  body: EventBody,
  { ownDomains, findCountry }: Surroundings,
  browser?: BrowserFacts,
): Draft {
  const { website_id, name, visitor_id, session_id, ts = now, ip, event_id: _, properties, ...told } = body;
  // The country is found here because the address is not stored; own domains are applied here because a domain may
  // belong to another workspace tomorrow.
  const country = ip ? findCountry(ip) : '';
  if (told.referrer && isOwnReferrer(told.referrer, ownDomains)) told.referrer = '';
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(visitor_id), session_id: idOrNew(session_id) },
    record: (given) => ({
      kind: 'event',
      workspaceId,
      websiteId: website_id,
      ts,
      visitorId: given.visitor_id,
      sessionId: given.session_id ?? '',
      type: browser?.automatic === undefined ? name : 'automatic',
      country,
      told,
      properties: properties && textOf(properties),
      browser,
    }),
  };
}

export function buildLeave({ workspaceId, now }: Sender, body: EventBody, browser: BrowserFacts): Draft {
  const { website_id, visitor_id, session_id, path } = body;
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(visitor_id), session_id: idOrNew(session_id) },
    record: (given) => ({
      kind: 'leave',
      workspaceId,
      websiteId: website_id,
      ts: now,
      visitorId: given.visitor_id,
      sessionId: given.session_id ?? '',
      path,
      browser,
    }),
  };
}

export function buildGoal({ workspaceId, now }: Sender, body: GoalBody): Draft {
  const { website_id, visitor_id, goal_name, properties, timestamp: ts = now } = body;
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(visitor_id), goal_name },
    record: (given) => ({
      kind: 'goal',
      workspaceId,
      websiteId: website_id,
      ts,
      visitorId: given.visitor_id,
      name: goal_name,
      properties: properties && textOf(properties),
    }),
  };
}

export function buildPayment({ workspaceId, now }: Sender, body: PaymentBody): Draft {
  const { website_id, visitor_id, transaction_id, timestamp: ts = now } = body;
  const { amount, currency, renewal, refunded } = body;
  const claim = transactionClaim(workspaceId, website_id, transaction_id);
  return {
    claims: [claim],
    response: {
      accepted: true,
      // Derived from the transaction, so that a retry without a visitor answers as the first call did.
      visitor_id: isBlank(visitor_id) ? uuidFrom(claim) : visitor_id,
      transaction_id,
    },
    record: (given) => ({
      kind: 'payment',
      workspaceId,
      websiteId: website_id,
      ts,
      visitorId: given.visitor_id,
      transactionId: transaction_id,
      amount,
      currency,
      renewal,
      refunded,
    }),
  };
}

export function buildIdentity(
  { workspaceId, now }: Sender,
  body: IdentityBody,
  origin: IdentityOrigin,
): Draft {
  const { website_id, visitor_id, external_id, traits } = body;
  // Hashed before it is spooled, because freed pages of the spool file still hold old bytes.
  const externalHash = createHash('sha256').update(external_id).digest('hex');
  return {
    claims: [],
    response: { accepted: true, visitor_id },
    record: (given) => ({
      kind: 'identity',
      workspaceId,
      websiteId: website_id,
      ts: now,
      visitorId: given.visitor_id,
      externalHash,
      origin,
      traits: traits && textOf(traits),
    }),
  };
}

function isBlank(id: string | undefined): id is undefined | '' {
  return id === undefined || id.trim() === '';
}

function idOrNew(id: string | undefined): string {
  return isBlank(id) ? randomUUID() : id;
}

function uuidFrom(fingerprint: string): string {
  return fingerprint.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

import { buildBodies } from '../../../src/contract/bodies.ts';
import type { Clock } from '../../../src/contract/clock.ts';
import type { WorkspaceId } from '../../../src/contract/ids.ts';
import type { WebsiteDirectory } from '../../../src/contract/website-directory.ts';
import type { Claims } from '../../../src/ingest/claims.ts';
import { createCollector } from '../../../src/ingest/collect/collector.ts';
import { createIntake, type IntakeSender } from '../../../src/ingest/intake.ts';
import type { Spool } from '../../../src/ingest/spool.ts';
import { countries, crawlers, sources } from '../worlds/alphabet.ts';
import {
  payerOf,
  type SentGoal,
  type SentHit,
  type SentIdentity,
  type SentPayment,
  type SentRecord,
  type WebsiteName,
} from '../worlds/world.ts';
import { buildCollected, isLeftOut } from './build-collected.ts';
import { silent } from './deployment.ts';
import { clientOf, referrerOf } from './send-facts.ts';

/** Sends the records of one world, one after the other: the order of acceptance is part of it. */
export type Sender = {
  send(record: SentRecord): Promise<void>;
  /** The IDs that the product gave to visitors who were sent without one, by their names in the model. */
  givenIds: ReadonlyMap<string, string>;
};

/** Unlike the visitors of worlds. */
const visitorOfItsOwn = /^[0-9a-f]{8}-/;

export type SenderParts = {
  spool: Spool;
  claims: Claims;
  websites: WebsiteDirectory;
  findCountry(address: string): string;
  clock: Clock;
};

export function createSender(
  parts: SenderParts,
  workspaceIds: readonly [WorkspaceId, WorkspaceId],
  publicIds: Readonly<Record<WebsiteName, string>>,
  secrets: ReadonlyMap<string, string>,
): Sender {
  let happensAt: number | undefined;
  // What the script sends, and an identity, happens when it arrives.
  const clock: Clock = () => happensAt ?? parts.clock();
  const { spool, claims, websites, findCountry } = parts;
  const shared = { spool, clock, log: silent, findCountry, ownDomains: websites.ownDomains };
  // The drain is woken when a half is sent: many small inserts would cost more than the questions.
  const onAccepted = () => {};
  const intake = createIntake({ ...shared, claims, onAccepted });
  const collector = createCollector({
    ...shared,
    onAccepted,
    findWebsite: websites.findKnown,
    findWebsiteByHost: websites.findKnownByHost,
    findSalts: async () => [],
    hitsPerAddress: Number.POSITIVE_INFINITY,
    hitsPerWebsite: Number.POSITIVE_INFINITY,
  });
  const bodies = buildBodies(clock);
  const givenIds = new Map<string, string>();

  async function collect(record: SentRecord): Promise<void> {
    const websiteId = publicIds[record.website];
    const known = { websiteId, identitySecret: secrets.get(websiteId) ?? '' };
    const dropped = await collector.collect(buildCollected(record, known));
    if ((dropped !== undefined) !== isLeftOut(record)) throw new Error(`The script's hit: ${dropped}`);
    // Counts of what was left out are written down when the collector stops; it may go on afterwards.
    if (dropped !== undefined) await collector.stop();
  }

  async function call(record: SentRecord): Promise<unknown> {
    const sender = { workspaceId: workspaceIds[record.workspace], idempotencyKey: undefined };
    const website_id = publicIds[record.website];
    switch (record.kind) {
      case 'pageview':
      case 'custom':
        return intake.event(sender, bodies.event.parse({ website_id, ...buildEventBody(record) }));
      case 'crawl': {
        const { ts, path } = record;
        const user_agent = crawlers[record.crawler].userAgent;
        return intake.event(sender, bodies.event.parse({ website_id, ts, path, user_agent }));
      }
      case 'goal':
        return intake.goal(sender, bodies.goal.parse({ website_id, ...buildGoalBody(record) }));
      case 'payment':
        return pay(sender, record);
      case 'identify':
        return intake.identity(sender, bodies.identity.parse({ website_id, ...buildIdentityBody(record) }));
      default:
        throw new Error(`The API takes no ${record.kind}.`);
    }
  }

  async function pay(sender: IntakeSender, payment: SentPayment): Promise<void> {
    const website_id = publicIds[payment.website];
    const answer = await intake.payment(
      sender,
      bodies.payment.parse({ website_id, ...buildPaymentBody(payment) }),
    );
    const { visitor_id, transaction_id } = answer as { visitor_id: string; transaction_id: string };
    // A retry answers what the first call did, which may have been about another payment or have had a visitor.
    const isOfItsOwn = transaction_id === payment.transactionId && visitorOfItsOwn.test(visitor_id);
    if (payment.visitor === '' && isOfItsOwn) givenIds.set(payerOf(payment), visitor_id);
  }

  return {
    givenIds,
    async send(record) {
      const byScript =
        'via' in record ? record.via === 'script' : record.kind === 'leave' || record.kind === 'drop';
      happensAt = byScript || record.kind === 'identify' ? record.ts : undefined;
      await (byScript ? collect(record) : call(record));
    },
  };
}

function buildEventBody(hit: SentHit) {
  const { kind, ts, visitor, session, country, language } = hit;
  return {
    name: kind,
    ts,
    visitor_id: visitor,
    session_id: session,
    referrer: referrerOf(hit),
    ...(ts % 3 === 0 ? buildTaggedPath(hit) : { path: hit.path, ...buildTags(hit) }),
    user_agent: clientOf(hit),
    ip: countries[country],
    language,
    ...(kind === 'custom' && { properties: hit.properties }),
    event_id: hit.eventId,
  };
}

function buildTags({ source, campaign, term, content }: SentHit) {
  const { utmSource: utm_source, utmMedium: utm_medium } = sources[source];
  return { utm_source, utm_medium, utm_campaign: campaign, utm_term: term, utm_content: content };
}

/** The same as the address of the page, in which a tag that is also given says something else. */
function buildTaggedPath(hit: SentHit) {
  const { utm_medium, ...tags } = buildTags(hit);
  const query = new URLSearchParams({ page: '2', ...tags, ...(utm_medium && { utm_medium: 'another' }) });
  return { path: `${hit.path}?${query}#top?not=this`, utm_medium };
}

function buildGoalBody({ name, visitor, ts, properties, eventId }: SentGoal) {
  return { goal_name: name, visitor_id: visitor, timestamp: ts, properties, event_id: eventId };
}

function buildPaymentBody(payment: SentPayment) {
  const { transactionId, amount, currency, visitor, ts, renewal, refunded, eventId } = payment;
  return {
    transaction_id: transactionId,
    amount: Number(amount),
    currency,
    visitor_id: visitor,
    timestamp: new Date(ts).toISOString(),
    renewal,
    refunded,
    event_id: eventId,
  };
}

function buildIdentityBody({ visitor, externalId, traits }: SentIdentity) {
  return { visitor_id: visitor, external_id: externalId, traits };
}

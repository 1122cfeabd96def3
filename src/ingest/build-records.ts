import { createHash, randomUUID } from 'node:crypto';
import type { EventBody, GoalBody, IdentityBody, PaymentBody } from '../contract/bodies.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { type ConversionRow, formatTs, type HitRow, type SessionFacts } from '../store/analytics/tables.ts';
import { transactionClaim } from './claims.ts';
import { parseLanguage } from './client/parse-language.ts';
import { parseUserAgent } from './client/parse-user-agent.ts';
import { type Crawler, classifyCrawler } from './crawlers/classify-crawler.ts';
import { buildSource } from './source/build-source.ts';
import { findAiOperator } from './source/source-names.ts';
import type { SpooledRecord } from './spool.ts';

export type Sender = { workspaceId: WorkspaceId; now: number };

export type Surroundings = { ownDomains: readonly string[]; findCountry(address: string): string };

/** What only the script in a browser tells. */
export type BrowserFacts = {
  /** Names of the click ids in the page's address. */
  clickIds?: readonly string[];
  view?: number;
  visibleMs?: number;
};

type Response = { accepted: true; visitor_id: string; session_id?: string };

/** A record that waits for its place in the spool; a retry takes over the ids that the first answer named. */
export type Draft = {
  claims: string[];
  response: Response & Record<string, unknown>;
  rows(seq: number, response: Response): SpooledRecord['rows'];
};

const defaultCustomName = 'custom_event';

const noFacts: SessionFacts = {
  referrer_host: '',
  referrer_domain: '',
  channel: '',
  keyword: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  country: '',
  device: '',
  browser: '',
  browser_version: '',
  os: '',
  os_version: '',
  language: '',
  ai_operator: '',
};

export function buildEvent(
  sender: Sender,
  body: EventBody,
  surroundings: Surroundings,
  browser: BrowserFacts = {},
): Draft {
  const ts = body.ts ?? sender.now;
  const facts = buildSessionFacts(body, surroundings, browser.clickIds);
  const crawler = body.user_agent ? classifyCrawler(body.user_agent) : undefined;
  if (crawler?.kind === 'ai' || crawler?.kind === 'crawler') return buildCrawl(sender, body, crawler);
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(body.visitor_id), session_id: idOrNew(body.session_id) },
    rows(seq, { visitor_id, session_id = '' }) {
      const record = { ...buildRecordRow(sender, body.website_id, ts, seq, visitor_id), session_id };
      const hit: HitRow = { ...record, ...facts, ...buildView(body, browser), type: body.name };
      if (body.name === 'pageview') return { hits: hit };
      return {
        hits: hit,
        conversions: buildConversion(record, customName(body.properties), body.properties),
      };
    },
  };
}

/** How long a view was visible, sent when it no longer is. */
export function buildLeave(sender: Sender, body: EventBody, browser: BrowserFacts): Draft {
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(body.visitor_id), session_id: idOrNew(body.session_id) },
    rows(seq, { visitor_id, session_id = '' }) {
      const record = { ...buildRecordRow(sender, body.website_id, sender.now, seq, visitor_id), session_id };
      return { hits: { ...record, ...noFacts, ...buildView(body, browser), type: 'leave' } };
    },
  };
}

/** A program's visit counts for nobody: it is kept apart, whatever the record says of a visitor. */
function buildCrawl(
  sender: Sender,
  body: EventBody,
  crawler: Extract<Crawler, { kind: 'ai' | 'crawler' }>,
): Draft {
  const { operator, purpose } = crawler.kind === 'ai' ? crawler : { operator: '', purpose: 'other' };
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(body.visitor_id), session_id: idOrNew(body.session_id) },
    rows: (seq) => ({
      crawls: {
        workspace_id: sender.workspaceId,
        website_id: body.website_id,
        ts: formatTs(body.ts ?? sender.now),
        seq,
        operator,
        purpose,
        path: body.path || '/',
      },
    }),
  };
}

function buildView(body: EventBody, { view = 0, visibleMs = 0 }: BrowserFacts) {
  return { path: body.path || '/', view, visible_ms: visibleMs };
}

export function buildGoal(sender: Sender, body: GoalBody): Draft {
  const ts = body.timestamp ?? sender.now;
  return {
    claims: [],
    response: { accepted: true, visitor_id: idOrNew(body.visitor_id), goal_name: body.goal_name },
    rows(seq, { visitor_id }) {
      const record = { ...buildRecordRow(sender, body.website_id, ts, seq, visitor_id), session_id: '' };
      return { conversions: buildConversion(record, body.goal_name, body.properties) };
    },
  };
}

export function buildPayment(sender: Sender, body: PaymentBody): Draft {
  const claim = transactionClaim(sender.workspaceId, body.website_id, body.transaction_id);
  const isRefund = body.refunded === true || body.amount < 0;
  const amount = isRefund ? -Math.abs(body.amount) : body.amount;
  return {
    claims: [claim],
    response: {
      accepted: true,
      // Named after the transaction, so that a retry without a visitor answers as the first call did.
      visitor_id: isBlank(body.visitor_id) ? uuidFrom(claim) : body.visitor_id,
      transaction_id: body.transaction_id,
    },
    rows(seq, { visitor_id }) {
      return {
        payments: {
          ...buildRecordRow(sender, body.website_id, body.timestamp ?? sender.now, seq, visitor_id),
          transaction_id: body.transaction_id,
          amount: amount.toFixed(6),
          currency: body.currency.toUpperCase(),
          kind: isRefund ? 'refund' : body.renewal === true ? 'renewal' : 'plain',
        },
      };
    },
  };
}

export function buildIdentity(sender: Sender, body: IdentityBody): Draft {
  // Hashed before it is spooled: freed pages of the spool keep what they held.
  const external_hash = createHash('sha256').update(body.external_id).digest('hex');
  return {
    claims: [],
    response: { accepted: true, visitor_id: body.visitor_id },
    rows(seq, { visitor_id }) {
      return {
        identities: {
          ...buildRecordRow(sender, body.website_id, sender.now, seq, visitor_id),
          external_hash,
          traits: JSON.stringify(body.traits ?? {}),
        },
      };
    },
  };
}

function buildRecordRow(sender: Sender, website_id: string, ts: number, seq: number, visitor_id: string) {
  return { workspace_id: sender.workspaceId, website_id, ts: formatTs(ts), seq, visitor_id };
}

function buildConversion(
  record: Omit<ConversionRow, 'name' | 'details' | 'texts'>,
  name: string,
  properties: JsonObject = {},
): ConversionRow {
  return { ...record, name, details: JSON.stringify(properties), texts: buildTexts(properties) };
}

function buildTexts(properties: JsonObject): Record<string, string> {
  const texts = Object.entries(properties).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key.toWellFormed(), value.toWellFormed()]] : [],
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

function customName(properties: JsonObject | undefined): string {
  const name = properties?.goal_name;
  return typeof name === 'string' && name !== '' ? name : defaultCustomName;
}

function buildSessionFacts(
  body: EventBody,
  { ownDomains, findCountry }: Surroundings,
  clickIds: readonly string[] = [],
): SessionFacts {
  const { utm_source = '', utm_medium = '', utm_campaign = '', utm_term = '', utm_content = '' } = body;
  const source = buildSource({
    referrer: body.referrer ?? '',
    utmSource: utm_source,
    utmMedium: utm_medium,
    utmCampaign: utm_campaign,
    utmTerm: utm_term,
    clickIds,
    ownDomains,
  });
  const client = parseUserAgent(body.user_agent ?? '');
  return {
    referrer_host: source.referrerHost,
    referrer_domain: source.referrerDomain,
    channel: source.channel,
    keyword: source.keyword,
    utm_source,
    utm_medium,
    utm_campaign,
    utm_term,
    utm_content,
    country: body.ip ? findCountry(body.ip) : '',
    device: client.device,
    browser: client.browser,
    browser_version: client.browserVersion,
    os: client.os,
    os_version: client.osVersion,
    language: parseLanguage(body.language ?? ''),
    ai_operator: findAiOperator(utm_source) ?? findAiOperator(source.referrerHost) ?? '',
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

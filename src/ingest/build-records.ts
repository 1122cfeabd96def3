/** From a spooled record to the rows of the engine's tables. Pure: the same record gives the same rows, however often. */
import type { JsonObject } from '../contract/json-object.ts';
import {
  type ConversionRow,
  formatTs,
  type HitRow,
  identityTrust,
  type SessionFacts,
  type TableName,
  type TableRows,
} from '../store/analytics/tables.ts';
import type {
  AcceptedDrops,
  AcceptedEvent,
  AcceptedGoal,
  AcceptedIdentity,
  AcceptedLeave,
  AcceptedPayment,
  AcceptedRecord,
  BrowserFacts,
  SentJson,
} from './accepted-record.ts';
import { parseLanguage } from './client/parse-language.ts';
import { parseUserAgent } from './client/parse-user-agent.ts';
import { type Crawler, classifyCrawler } from './crawlers/classify-crawler.ts';
import { buildSource } from './source/build-source.ts';
import { findAiOperator } from './source/source-names.ts';

export type RecordRows = { [Name in TableName]?: TableRows[Name] };

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

/** `seq` is the record's place in the order of acceptance. */
export function buildRows(record: AcceptedRecord, seq: number): RecordRows {
  switch (record.kind) {
    case 'event':
      return buildEventRows(record, seq);
    case 'leave':
      return { hits: buildLeaveRow(record, seq) };
    case 'goal':
      return { conversions: buildGoalRow(record, seq) };
    case 'payment':
      return { payments: buildPaymentRow(record, seq) };
    case 'identity':
      return { identities: buildIdentityRow(record, seq) };
    case 'drops':
      return { drops: buildDropsRow(record, seq) };
  }
}

function buildEventRows(event: AcceptedEvent, seq: number): RecordRows {
  const crawler = event.told.user_agent ? classifyCrawler(event.told.user_agent) : undefined;
  if (crawler?.kind === 'ai' || crawler?.kind === 'crawler') {
    return { crawls: buildCrawlRow(event, crawler, seq) };
  }
  const { type, sessionId: session_id } = event;
  const record = { ...buildRecordRow(event, seq), session_id };
  const hits: HitRow = {
    ...record,
    ...buildSessionFacts(event),
    ...buildView(event.told.path, event.browser),
    type,
  };
  if (type === 'pageview') return { hits };
  const automatic = event.browser?.automatic;
  const details = readSent(event.properties);
  const name = automatic ?? customName(details.value);
  return { hits, conversions: buildConversion(record, name, details, automatic !== undefined) };
}

/** A program's visit counts for no visitor: it is stored apart, whatever the record says of one. */
function buildCrawlRow(
  { workspaceId, websiteId, ts, told }: AcceptedEvent,
  crawler: Extract<Crawler, { kind: 'ai' | 'crawler' }>,
  seq: number,
): TableRows['crawls'] {
  const { operator, purpose } = crawler.kind === 'ai' ? crawler : { operator: '', purpose: 'other' };
  const place = { workspace_id: workspaceId, website_id: websiteId, ts: formatTs(ts), seq };
  return { ...place, operator, purpose, path: told.path || '/' };
}

function buildLeaveRow(leave: AcceptedLeave, seq: number): HitRow {
  const { sessionId: session_id, path, browser } = leave;
  return {
    ...buildRecordRow(leave, seq),
    session_id,
    ...noFacts,
    ...buildView(path, browser),
    type: 'leave',
  };
}

function buildView(path: string | undefined, { view = 0, visibleMs = 0 }: BrowserFacts = {}) {
  return { path: path || '/', view, visible_ms: visibleMs };
}

function buildGoalRow(goal: AcceptedGoal, seq: number): ConversionRow {
  const record = { ...buildRecordRow(goal, seq), session_id: '' };
  return buildConversion(record, goal.name, readSent(goal.properties));
}

function buildPaymentRow(payment: AcceptedPayment, seq: number): TableRows['payments'] {
  const { transactionId, amount, currency, renewal, refunded } = payment;
  const isRefund = refunded === true || amount < 0;
  return {
    ...buildRecordRow(payment, seq),
    transaction_id: transactionId,
    amount: (isRefund ? -Math.abs(amount) : amount).toFixed(6),
    currency: currency.toUpperCase(),
    kind: isRefund ? 'refund' : renewal === true ? 'renewal' : 'plain',
  };
}

function buildIdentityRow(identity: AcceptedIdentity, seq: number): TableRows['identities'] {
  const { externalHash, origin = 'browser', traits } = identity;
  return {
    ...buildRecordRow(identity, seq),
    external_hash: externalHash,
    traits: readSent(traits).text,
    trust: identityTrust[origin],
  };
}

function buildDropsRow(drops: AcceptedDrops, seq: number): TableRows['drops'] {
  const { workspaceId, websiteId, ts, reason, host, hits } = drops;
  return {
    workspace_id: workspaceId,
    website_id: websiteId,
    ts: formatTs(ts),
    seq,
    reason,
    host,
    hits,
  };
}

function buildRecordRow(
  {
    workspaceId,
    websiteId,
    ts,
    visitorId,
  }: { workspaceId: string; websiteId: string; ts: number; visitorId: string },
  seq: number,
) {
  return {
    workspace_id: workspaceId,
    website_id: websiteId,
    ts: formatTs(ts),
    seq,
    visitor_id: visitorId,
  };
}

function buildConversion(
  record: Omit<ConversionRow, 'name' | 'details' | 'texts' | 'is_automatic'>,
  name: string,
  { text: details, value }: JsonWithText,
  isAutomatic = false,
): ConversionRow {
  return { ...record, name, details, texts: buildTexts(value), is_automatic: isAutomatic };
}

type JsonWithText = { text: string; value: JsonObject };

function readSent(sent: SentJson = {}): JsonWithText {
  return typeof sent === 'string'
    ? { text: sent, value: JSON.parse(sent) as JsonObject }
    : { text: JSON.stringify(sent), value: sent };
}

function buildTexts(properties: JsonObject): Record<string, string> {
  const texts = Object.entries(properties).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key.toWellFormed(), value.toWellFormed()]] : [],
  );
  return Object.fromEntries(texts) as Record<string, string>;
}

function customName({ goal_name: name }: JsonObject): string {
  return typeof name === 'string' && name.trim() !== '' ? name : defaultCustomName;
}

function buildSessionFacts({ told, country, browser }: AcceptedEvent): SessionFacts {
  const { utm_source = '', utm_medium = '', utm_campaign = '', utm_term = '', utm_content = '' } = told;
  const source = buildSource({
    referrer: told.referrer ?? '',
    utmSource: utm_source,
    utmMedium: utm_medium,
    utmCampaign: utm_campaign,
    utmTerm: utm_term,
    clickIds: browser?.clickIds ?? [],
    // Referrers of the website's own were left out when the record was accepted.
    ownDomains: [],
  });
  const client = parseUserAgent(told.user_agent ?? '');
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
    country,
    device: client.device,
    browser: client.browser,
    browser_version: client.browserVersion,
    os: client.os,
    os_version: client.osVersion,
    language: parseLanguage(told.language ?? ''),
    ai_operator: findAiOperator(utm_source) ?? findAiOperator(source.referrerHost) ?? '',
  };
}

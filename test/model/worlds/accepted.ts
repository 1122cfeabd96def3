import { once } from '../definitions/once.ts';
import { type Facts, isConversion, isPayment, type Json, type ModelRecord } from '../definitions/record.ts';
import { dayIn } from '../definitions/zone-calendar.ts';
import { clients, crawlers, languages, sources } from './alphabet.ts';
import {
  type Deletion,
  isDeletion,
  isVisible,
  nowOf,
  payerOf,
  type SentHit,
  type SentPayment,
  type SentRecord,
  type World,
} from './world.ts';

type Kept = { sent: SentRecord; record: ModelRecord };

const retryWindowMs = 24 * 60 * 60_000;

/** What a workspace's reports are made of once all steps are done: no duplicate, nothing deleted, nothing foreign. */
export const acceptedRecords = (world: World, workspace: 0 | 1): readonly ModelRecord[] =>
  acceptedByWorkspace(world)[workspace];

const acceptedByWorkspace = once((world: World) => [findAccepted(world, 0), findAccepted(world, 1)] as const);

function findAccepted(world: World, workspace: 0 | 1): ModelRecord[] {
  let kept: Kept[] = [];
  const retries = new Map<string, number>();
  for (const [seq, step] of world.steps.entries()) {
    if (step.workspace !== workspace || !isVisible(step)) continue;
    if (isDeletion(step)) {
      kept = kept.filter(({ record }) => !isDeleted(step, record));
      continue;
    }
    const now = nowOf(world, step.wave);
    if (isRetry(step, retries, now) || isKnownTransaction(step, kept)) continue;
    kept.push({ sent: step, record: buildRecord(step, seq, now) });
  }
  return kept.map(({ record }) => record);
}

/** A call under an ID that was used on that endpoint and website within 24 hours; else the ID is used from now. */
function isRetry(step: SentRecord, retries: Map<string, number>, now: number): boolean {
  if (!('eventId' in step)) return false;
  const endpoint = step.kind === 'goal' || step.kind === 'payment' ? step.kind : 'event';
  const key = JSON.stringify([endpoint, step.website, step.eventId]);
  const usedAt = retries.get(key);
  if (usedAt !== undefined && now < usedAt + retryWindowMs) return true;
  retries.set(key, now);
  return false;
}

/** The first payment of a transaction stays, unless it was deleted. */
function isKnownTransaction(step: SentRecord, kept: readonly Kept[]): boolean {
  return (
    step.kind === 'payment' &&
    kept.some(
      ({ sent }) =>
        sent.kind === 'payment' && sent.website === step.website && sent.transactionId === step.transactionId,
    )
  );
}

function isDeleted({ kind, website, name, visitor, days }: Deletion, record: ModelRecord): boolean {
  const isMeant = kind === 'delete payments' ? isPayment(record) : isConversion(record);
  if (!isMeant || record.website !== website || !('visitor' in record)) return false;
  const ownName = isPayment(record) ? record.transactionId : isConversion(record) ? record.name : '';
  const day = dayIn('UTC', record.ts);
  return (
    (name === undefined || ownName === name) &&
    (visitor === undefined || record.visitor === visitor) &&
    (days === undefined || (day >= days[0] && day <= days[1]))
  );
}

function buildRecord(step: SentRecord, seq: number, arrivedAt: number): ModelRecord {
  const placed = { website: step.website, ts: step.ts, seq };
  switch (step.kind) {
    case 'pageview':
    case 'custom':
    case 'automatic': {
      const { kind, visitor, session, path, view, properties } = step;
      const name = kind === 'pageview' ? '' : (step.automatic ?? customName(properties));
      const details = kind === 'pageview' ? {} : properties;
      return {
        ...{ ...placed, kind, arrivedAt, visitor, session, path, view },
        ...{ name, details, facts: buildFacts(step) },
      };
    }
    case 'leave':
      return {
        ...placed,
        kind: 'leave',
        session: step.session,
        view: step.view,
        visibleMs: step.visibleMs,
      };
    case 'goal':
      return { ...placed, kind: 'goal', visitor: step.visitor, name: step.name, details: step.properties };
    case 'payment':
      return buildPayment(step, placed);
    case 'identify':
      return {
        ...placed,
        kind: 'identity',
        visitor: step.visitor,
        externalId: step.externalId,
        traits: step.traits,
        saidBy: step.via === 'api' ? 'server' : step.isSigned ? 'browser with signature' : 'browser',
      };
    case 'crawl':
      return { ...placed, kind: 'crawl', path: step.path, ...crawlers[step.crawler] };
    case 'drop':
      return { ...placed, kind: 'drop', reason: step.reason };
  }
}

function customName({ goal_name }: Json): string {
  return typeof goal_name === 'string' && goal_name.trim() !== '' ? goal_name : 'custom_event';
}

function buildFacts({ source, campaign, term, content, client, country, language }: SentHit): Facts {
  const { utmSource, utmMedium, facts, keyword } = sources[source];
  return {
    ...facts,
    ...clients[client].facts,
    keyword: term || keyword,
    utmSource,
    utmMedium,
    utmCampaign: campaign,
    utmTerm: term,
    utmContent: content,
    country: country === 'unknown' ? '' : country,
    language: languages[language],
  };
}

function buildPayment(step: SentPayment, placed: { website: string; ts: number; seq: number }): ModelRecord {
  const amount = parseMicros(step.amount);
  const isRefund = step.refunded === true || amount < 0n;
  return {
    ...placed,
    kind: 'payment',
    visitor: payerOf(step),
    transactionId: step.transactionId,
    micros: isRefund && amount > 0n ? -amount : amount,
    currency: step.currency.toUpperCase(),
    says: isRefund ? 'refund' : step.renewal === true ? 'renewal' : 'nothing',
  };
}

/** Millionths of a decimal text. */
export function parseMicros(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const micros = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return text.startsWith('-') ? -micros : micros;
}

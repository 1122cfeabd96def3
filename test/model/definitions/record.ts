/** What was accepted and is visible, after enrichment. Instants are Unix milliseconds. */
export type ModelRecord = Hit | Automatic | Leave | Goal | Payment | Identity | Crawl | Drop | Reached;

/** What the first record of a session tells about all of it; '' is unknown or absent. */
export type Facts = {
  referrerHost: string;
  referrerDomain: string;
  channel: string;
  keyword: string;
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  utmTerm: string;
  utmContent: string;
  country: string;
  device: string;
  browser: string;
  browserVersion: string;
  os: string;
  osVersion: string;
  language: string;
  aiOperator: string;
};

export type Json = Record<string, unknown>;

type Placed = {
  website: string;
  ts: number;
  /** The order in which records were accepted: of equal times the smaller one is first. */
  seq: number;
};

export type Hit = Placed & {
  kind: 'pageview' | 'custom';
  arrivedAt: number;
  visitor: string;
  session: string;
  path: string;
  /** The browser's name for a view; 0 where it has none. */
  view: number;
  facts: Facts;
  /** Of a custom event: the name of the conversion and its properties. */
  name: string;
  details: Json;
};

/** What the script captured by itself: an activity of its session, and neither traffic nor a conversion. */
export type Automatic = Omit<Hit, 'kind'> & { kind: 'automatic' };

export type Leave = Placed & { kind: 'leave'; session: string; view: number; visibleMs: number };

export type Goal = Placed & { kind: 'goal'; visitor: string; name: string; details: Json };

/** No record of its own: a pageview or an automatic event, as a conversion of a goal that the owner defined. */
export type Reached = Placed & {
  kind: 'reached';
  by: 'pageview' | 'automatic';
  visitor: string;
  session: string;
  name: string;
  details: Json;
};

export type Payment = Placed & {
  kind: 'payment';
  visitor: string;
  transactionId: string;
  /** Millionths of a major unit; negative for a refund. */
  micros: bigint;
  currency: string;
  says: 'nothing' | 'renewal' | 'refund';
};

export type Identity = Placed & {
  kind: 'identity';
  visitor: string;
  externalId: string;
  traits: Json;
  /** Who says so: anybody in a browser, the same with the owner's signature, or the owner's server. */
  saidBy: 'browser' | 'browser with signature' | 'server';
};

/** A visit of a program; the operator is '' where it is no AI crawler. */
export type Crawl = Placed & { kind: 'crawl'; operator: string; purpose: string; path: string };

export type Drop = Placed & { kind: 'drop'; reason: string };

/** Traffic: what a visitor is seen by. */
export const isHit = (record: ModelRecord): record is Hit =>
  record.kind === 'pageview' || record.kind === 'custom';
export const isPageview = (record: ModelRecord): record is Hit => record.kind === 'pageview';
export const isCustom = (record: ModelRecord): record is Hit => record.kind === 'custom';
export const isAutomatic = (record: ModelRecord): record is Automatic => record.kind === 'automatic';
export const isLeave = (record: ModelRecord): record is Leave => record.kind === 'leave';
export const isPayment = (record: ModelRecord): record is Payment => record.kind === 'payment';
export const isIdentity = (record: ModelRecord): record is Identity => record.kind === 'identity';
export const isCrawl = (record: ModelRecord): record is Crawl => record.kind === 'crawl';
export const isDrop = (record: ModelRecord): record is Drop => record.kind === 'drop';

export const isReached = (record: ModelRecord): record is Reached => record.kind === 'reached';

/** Goal conversions and custom events. */
export type Conversion = Hit | Goal | Reached;
export const isConversion = (record: ModelRecord): record is Conversion =>
  record.kind === 'custom' || record.kind === 'goal' || record.kind === 'reached';

/** What a visitor did, each once. */
export type Deed = Hit | Automatic | Goal | Payment | Identity;
export const isDeed = (record: ModelRecord): record is Deed =>
  isHit(record) || isAutomatic(record) || record.kind === 'goal' || isPayment(record) || isIdentity(record);

export const noFacts: Facts = {
  referrerHost: '',
  referrerDomain: '',
  channel: '',
  keyword: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
  country: '',
  device: '',
  browser: '',
  browserVersion: '',
  os: '',
  osVersion: '',
  language: '',
  aiOperator: '',
};

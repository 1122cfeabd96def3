/**
 * A world: what happens on two workspaces of two websites each, in the order in which it is sent. It is plain data,
 * so that a failing one can be printed and cut down.
 */
import type { Json } from '../definitions/record.ts';
import type { ClientName, CountryName, CrawlerName, LanguageName, SourceName } from './alphabet.ts';

export type World = {
  seed: number;
  era: Era;
  /** Of each workspace. */
  retentionDays: readonly [number | null, number | null];
  /** What the owners of websites defined. */
  goals: readonly WorldGoal[];
  steps: readonly Step[];
};

export type WorldGoal = {
  website: Exclude<WebsiteName, 'nobody'>;
  name: string;
  type: 'page' | 'event';
  match: string;
};

/** What the clock shows when the first half is sent, and when the second is sent and reports are asked for. */
export type Era = { first: number; second: number };

export type Wave = 1 | 2;

/** The websites of the first workspace, those of the second, and one that nobody has. */
export const websitesOf = [
  ['a', 'b'],
  ['c', 'd'],
] as const;
export type WebsiteName = 'a' | 'b' | 'c' | 'd' | 'nobody';

type Sent = {
  wave: Wave;
  workspace: 0 | 1;
  /** One of the other workspace, or of nobody, is accepted and shows nowhere. */
  website: WebsiteName;
};

/** By the API, or by the script, whose records happen when they arrive. */
type Via = { via: 'api' | 'script' };

/** A call with an ID that was used before, within 24 hours, records nothing. */
type Retryable = { eventId?: string };

export type SentHit = Sent &
  Via &
  Retryable & {
    /** Automatic ones come from the script alone. */
    kind: 'pageview' | 'custom' | 'automatic';
    ts: number;
    visitor: string;
    session: string;
    path: string;
    /** The script's name for the view; 0 by the API. */
    view: number;
    source: SourceName;
    campaign: string;
    term: string;
    content: string;
    client: ClientName;
    country: CountryName;
    language: LanguageName;
    properties: Json;
    /** Of an automatic event. */
    automatic?: AutomaticName;
  };

export const automaticNames = ['outbound', 'download', 'form'] as const;
export type AutomaticName = (typeof automaticNames)[number];

export type SentLeave = Sent & {
  kind: 'leave';
  ts: number;
  visitor: string;
  session: string;
  view: number;
  visibleMs: number;
};

export type SentGoal = Sent &
  Via &
  Retryable & { kind: 'goal'; ts: number; visitor: string; name: string; properties: Json };

export type SentPayment = Sent &
  Retryable & {
    kind: 'payment';
    ts: number;
    /** '' for a visitor of its own. */
    visitor: string;
    transactionId: string;
    /** Decimal text. */
    amount: string;
    currency: string;
    renewal?: boolean;
    refunded?: boolean;
  };

/** Without a visitor it gets one of its own; what the product calls it is known once it was sent. */
export const payerOf = ({ visitor, workspace, website, transactionId }: SentPayment): string =>
  visitor || `of transaction ${transactionId} that ${workspace} sent to ${website}`;

export type SentIdentity = Sent &
  Via & {
    kind: 'identify';
    ts: number;
    visitor: string;
    externalId: string;
    traits: Json;
    /** Of the script's: by the website's owner. */
    isSigned: boolean;
  };

export type SentCrawl = Sent & { kind: 'crawl'; ts: number; crawler: CrawlerName; path: string };

export const dropReasons = [
  'foreign_domain',
  'local',
  'automated',
  'bot',
  'prefetch',
  'excluded',
  'unsigned_identity',
] as const;

/** A hit of the script that is left out. */
export type SentDrop = Sent & { kind: 'drop'; ts: number; reason: (typeof dropReasons)[number] };

export type SentRecord = SentHit | SentLeave | SentGoal | SentPayment | SentIdentity | SentCrawl | SentDrop;

/** Days are UTC days, both included. */
export type Deletion = Sent & {
  kind: 'delete conversions' | 'delete payments';
  /** The goal, or the transaction. */
  name?: string;
  visitor?: string;
  days?: readonly [string, string];
};

export type Step = SentRecord | Deletion;

export const isDeletion = (step: Step): step is Deletion =>
  step.kind === 'delete conversions' || step.kind === 'delete payments';

export const nowOf = ({ era }: World, wave: Wave): number => (wave === 1 ? era.first : era.second);

export const isVisible = ({ workspace, website }: Sent): boolean =>
  (websitesOf[workspace] as readonly string[]).includes(website);

/**
 * What the spool holds of a record: everything that is known only when it is accepted, already checked. Rows are built
 * from it later, by build-records.ts, in the process that drains. It never holds a visitor's address, nor an external
 * ID.
 */
import type { EventBody } from '../contract/bodies.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import type { IdentityOrigin } from '../store/analytics/tables.ts';

type Accepted = {
  workspaceId: WorkspaceId;
  websiteId: string;
  /** Unix milliseconds: the time that its sender gave, else the time of arrival. */
  ts: number;
};

type OfVisitor = Accepted & { visitorId: string };

/** JSON text as it was sent. Records that were spooled by an earlier release have the object itself. */
export type SentJson = string | JsonObject;

/** What only the script in a browser tells. */
export type BrowserFacts = {
  /** Names of the click ids in the page's address. */
  clickIds?: readonly string[];
  view?: number;
  visibleMs?: number;
  /** The name of an event that the script captured by itself. */
  automatic?: string;
};

/** What a visitor's request says of itself and of where it came from. A referrer that is the website's own is left out. */
export type Told = Pick<
  EventBody,
  | 'path'
  | 'referrer'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'
  | 'user_agent'
  | 'language'
>;

export type AcceptedEvent = OfVisitor & {
  kind: 'event';
  type: EventBody['name'] | 'automatic';
  sessionId: string;
  /** Found from the address, which is forgotten; '' where it is unknown. */
  country: string;
  told: Told;
  properties?: SentJson | undefined;
  browser?: BrowserFacts | undefined;
};

/** How long a view was visible, sent when it no longer is. */
export type AcceptedLeave = OfVisitor & {
  kind: 'leave';
  sessionId: string;
  path: string | undefined;
  browser: BrowserFacts;
};

export type AcceptedGoal = OfVisitor & {
  kind: 'goal';
  name: string;
  properties?: SentJson | undefined;
};

export type AcceptedPayment = OfVisitor & {
  kind: 'payment';
  transactionId: string;
  /** As sent: a refund may still have a positive sign. */
  amount: number;
  currency: string;
  renewal?: boolean | undefined;
  refunded?: boolean | undefined;
};

export type AcceptedIdentity = OfVisitor & {
  kind: 'identity';
  externalHash: string;
  /** Missing in records of older releases: then it is trusted least. */
  origin?: IdentityOrigin | undefined;
  traits?: SentJson | undefined;
};

/** Counts of hits that were left out. */
export type AcceptedDrops = Accepted & { kind: 'drops'; reason: string; host: string; hits: number };

export type AcceptedRecord =
  | AcceptedEvent
  | AcceptedLeave
  | AcceptedGoal
  | AcceptedPayment
  | AcceptedIdentity
  | AcceptedDrops;

/**
 * The rows of the record tables, as the drain inserts them. A custom event stands in `hits` as traffic and in
 * `conversions` under its goal name. So does an automatic one, which is neither traffic nor a conversion.
 */
/**
 * `automatic` is what the script captured by itself, `leave` tells how long a view was visible: both are activities of
 * their session, but no traffic.
 */
export type HitType = 'pageview' | 'custom' | 'automatic' | 'leave';

/** What the first record of a session tells about the whole session. '' is unknown or absent. */
export type SessionFacts = {
  referrer_host: string;
  referrer_domain: string;
  channel: string;
  keyword: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_term: string;
  utm_content: string;
  country: string;
  device: string;
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  language: string;
  /** The AI assistant that referred the visit. */
  ai_operator: string;
};

export const factNames = [
  'referrer_host',
  'referrer_domain',
  'channel',
  'keyword',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'country',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'language',
  'ai_operator',
] as const satisfies readonly (keyof SessionFacts)[];

/**
 * How reports show a fact that is unknown or absent. A visitor's own value that is the same word counts as the same.
 */
export const emptyWords = {
  referrer_host: '(direct)',
  referrer_domain: '(direct)',
  channel: 'Direct',
  keyword: '(none)',
  utm_source: '(none)',
  utm_medium: '(none)',
  utm_campaign: '(none)',
  utm_term: '(none)',
  utm_content: '(none)',
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  browser_version: 'unknown',
  os: 'unknown',
  os_version: 'unknown',
  language: 'unknown',
  ai_operator: '',
} as const satisfies SessionFacts;

type RecordRow = {
  workspace_id: string;
  website_id: string;
  /** `YYYY-MM-DD hh:mm:ss.mmm` in UTC: the engine reads bare numbers differently by their size. */
  ts: string;
  /** When it was accepted: microseconds, unique within a spool; decides which of two equal `ts` is first. */
  seq: number;
  visitor_id: string;
};

export type HitRow = RecordRow &
  SessionFacts & {
    type: HitType;
    session_id: string;
    path: string;
    /** The browser's name for the view that a leave belongs to; 0 where there is none. */
    view: number;
    visible_ms: number;
  };

export type ConversionRow = RecordRow & {
  /** '' for a goal sent without a session: the visitor's last session before it counts. */
  session_id: string;
  name: string;
  /** The properties as JSON text, as sent. */
  details: string;
  /** The properties whose value is text: what the goal's breakdown counts. */
  texts: Record<string, string>;
  /** Captured by the script itself: an event by this name, and no conversion. */
  is_automatic: boolean;
};

export type PaymentKind = 'plain' | 'renewal' | 'refund';

export type PaymentRow = RecordRow & {
  transaction_id: string;
  /** Decimal text with at most six places; negative for a refund. */
  amount: string;
  currency: string;
  kind: PaymentKind;
};

/** Who vouches for an identity: a browser alone, a browser with the signature of the owner's server, or the server. */
export const identityTrust = { browser: 0, signed: 1, server: 2 } as const;

export type IdentityOrigin = keyof typeof identityTrust;

export type IdentityRow = RecordRow & {
  external_hash: string;
  traits: string;
  trust: (typeof identityTrust)[IdentityOrigin];
};

/** A visit of a program, stored apart from people. `operator` is '' where it is no AI crawler. */
export type CrawlRow = Omit<RecordRow, 'visitor_id'> & { operator: string; purpose: string; path: string };

/** Hits that were left out, counted for a website and a reason. */
export type DropRow = Omit<RecordRow, 'visitor_id'> & { reason: string; host: string; hits: number };

export type TableRows = {
  hits: HitRow;
  conversions: ConversionRow;
  payments: PaymentRow;
  identities: IdentityRow;
  crawls: CrawlRow;
  drops: DropRow;
};

export type TableName = keyof TableRows;

export const tableNames: readonly TableName[] = [
  'hits',
  'conversions',
  'payments',
  'identities',
  'crawls',
  'drops',
];

let lastFormatted = { at: 0, text: '1970-01-01 00:00:00.000' };

/** Many records share a moment, so the last result is cached. */
export function formatTs(unixMs: number): string {
  if (lastFormatted.at !== unixMs) {
    lastFormatted = { at: unixMs, text: new Date(unixMs).toISOString().replace('T', ' ').slice(0, -1) };
  }
  return lastFormatted.text;
}

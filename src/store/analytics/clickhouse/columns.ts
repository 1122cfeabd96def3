import { identifiers, type Sql, sql } from '../sql.ts';
import { factNames } from '../tables.ts';

const place = ['workspace_id', 'website_id'] as const;
const ofVisitor = [...place, 'ts', 'seq', 'visitor_id', 'visitor_hash'] as const;

/** In the order of definitions/, which say what they mean. */
export const visitColumns = identifiers([
  ...place,
  'session_hash',
  'visitor_hash',
  'slot',
  'pageviews',
  'customs',
  'began',
  'bounced',
  'duration_ms',
  'began_at',
  'began_seq',
  'session_pageviews',
  'session_customs',
  'entry_path',
  'exit_path',
  ...factNames,
]);

export const pageColumns = identifiers([
  ...place,
  'session_hash',
  'slot',
  'path',
  'views',
  'bounced',
  'timed_views',
  'spent_ms',
  'previous',
]);

export const creditColumns = identifiers([
  ...place,
  'visitor_hash',
  'ts',
  'slot',
  'seq',
  'conversions',
  'revenue',
  'class',
  'session_hash',
  ...factNames,
]);

/**
 * Columns of hits, automatic events and leaves that definitions/ need. Times are signed, so that they can be compared
 * with differences of times.
 */
export const definingColumns: Sql = sql`${identifiers([
  ...place,
  'ts',
  'seq',
  'visitor_hash',
  'type',
  'session_hash',
  'path',
  'view',
  ...factNames,
])}, toInt64(visible_ms) AS visible_ms`;

/** Columns of records that reports need. */
export const hitColumns = identifiers([
  ...ofVisitor,
  'type',
  'session_id',
  'session_hash',
  'path',
  'view',
  'visible_ms',
  ...factNames,
]);

export const conversionColumns: Sql = sql`${identifiers([
  ...ofVisitor,
  'session_id',
  'name',
  'details',
  'texts',
  'is_automatic',
])}, sipHash64(website_id, session_id) AS session_hash`;

export const paymentColumns = identifiers([...ofVisitor, 'transaction_id', 'amount', 'currency', 'kind']);

export const identityColumns = identifiers([...ofVisitor, 'external_hash', 'traits', 'trust']);

export const crawlColumns = identifiers([...place, 'ts', 'seq', 'operator', 'purpose', 'path']);

export const dropColumns = identifiers([...place, 'ts', 'seq', 'reason', 'host', 'hits']);

export const recentColumns = identifiers([
  ...ofVisitor,
  'type',
  'session_hash',
  'path',
  'country',
  'device',
  'browser',
]);

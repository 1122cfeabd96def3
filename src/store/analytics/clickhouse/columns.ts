import { identifier, mentioned, sql } from '../sql.ts';
import { factNames } from '../tables.ts';

const place = ['workspace_id', 'website_id'] as const;
const ofVisitor = [...place, 'ts', 'seq', 'visitor_id', 'visitor_hash'] as const;

/** Of each, those that a question names. In the order of definitions/, which say what they mean. */
export const visitColumns = mentioned([
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

export const pageColumns = mentioned([
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

export const creditColumns = mentioned([
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
export const definingColumns = mentioned(
  [...place, 'ts', 'seq', 'visitor_hash', 'type', 'session_hash', 'path', 'view', ...factNames, 'visible_ms'],
  (column) => (column === 'visible_ms' ? sql`toInt64(visible_ms) AS visible_ms` : identifier(column)),
);

/** Columns of records that reports need. */
export const hitColumns = mentioned([
  ...ofVisitor,
  'type',
  'session_id',
  'session_hash',
  'path',
  'view',
  'visible_ms',
  ...factNames,
]);

export const conversionColumns = mentioned(
  [...ofVisitor, 'session_id', 'name', 'details', 'texts', 'is_automatic', 'session_hash'],
  (column) =>
    column === 'session_hash' ? sql`sipHash64(website_id, session_id) AS session_hash` : identifier(column),
);

export const paymentColumns = mentioned([...ofVisitor, 'transaction_id', 'amount', 'currency', 'kind']);

export const identityColumns = mentioned([...ofVisitor, 'external_hash', 'traits', 'trust']);

export const crawlColumns = mentioned([...place, 'ts', 'seq', 'operator', 'purpose', 'path']);

export const dropColumns = mentioned([...place, 'ts', 'seq', 'reason', 'host', 'hits']);

export const recentColumns = mentioned([
  ...ofVisitor,
  'type',
  'session_hash',
  'path',
  'country',
  'device',
  'browser',
]);

/**
 * One person among the visitors: found, shown whole, and erased. What lives here: who belongs to a person, and the
 * receipts. What must not: how records are removed from where they are.
 */
import { createHash } from 'node:crypto';
import type { RecordedPerson, SharedEngine } from '../store/analytics/analytics-engine.ts';
import { bind, joinSql, type Sql, sql } from '../store/analytics/sql.ts';

/** By the id that the caller knows. */
export type PersonName = { visitorId: string } | { externalId: string };

/** On one website, by its public ID. */
export type PersonOnWebsite = RecordedPerson & { websiteId: string };

export type PersonEngine = Pick<SharedEngine, 'openSources' | 'query'>;

/** Hashes as `identify` does. */
export function hashExternalId(externalId: string): string {
  return createHash('sha256').update(externalId).digest('hex');
}

export function isOneOf(column: Sql, values: readonly string[]): Sql {
  if (values.length === 0) return sql`1 = 0`;
  const listed = joinSql(
    values.map((value) => sql`${bind.text(value)}`),
    sql`, `,
  );
  return sql`${column} IN (${listed})`;
}

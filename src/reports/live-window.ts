import { bind, type Sql, sql } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

export const windowSeconds = 300;
export const stepSeconds = 5;

/** Whether a record is of the last five minutes. */
export function buildIsLive(scope: Scope): Sql {
  const now = bind.instant(scope.now);
  const start = bind.instant(scope.now - windowSeconds * 1000);
  return sql`day >= toDate(${start}) AND day <= toDate(${now}) AND ts > ${start} AND ts <= ${now}`;
}

/** Every record of the last five minutes: hits, goals, payments and identities alike. */
export function buildLiveRecords(scope: Scope): Sql {
  const live = buildIsLive(scope);
  return sql`(
    SELECT ts, seq, visitor_hash, country FROM ${scope.hits} WHERE ${live}
    UNION ALL SELECT ts, seq, visitor_hash, '' FROM ${scope.conversions} WHERE session_id = '' AND ${live}
    UNION ALL SELECT ts, seq, visitor_hash, '' FROM ${scope.payments} WHERE ${live}
    UNION ALL SELECT ts, seq, visitor_hash, '' FROM ${scope.identities} WHERE ${live})`;
}

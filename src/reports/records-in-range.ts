import { type Sql, sql } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';
import { buildCredits, buildSessionsInRange } from './sessions.ts';

/**
 * Records of the range whose session passes the filters: hits through their own session, goals and payments
 * through the visitor's last session that began at or before them (contract §3).
 */

export function buildHitsInRange(scope: Scope): Sql {
  return sql`(SELECT * FROM ${scope.hits} WHERE ${scope.within} AND ${buildPassing(scope, sql`session_hash`)})`;
}

/** Goals and custom events: `website_id, visitor_hash, ts, seq, name, details, is_goal`. */
export function buildConversionsInRange(scope: Scope): Sql {
  const { conversions, within } = scope;
  const columns = sql`website_id, visitor_hash, ts, seq, name, details`;
  const ownSession = buildPassing(scope, sql`sipHash64(website_id, session_id)`);
  if (scope.filters.length === 0) {
    return sql`(SELECT ${columns}, session_id = '' AS is_goal FROM ${conversions} WHERE ${within})`;
  }
  const goals = sql`(SELECT ${columns} FROM ${conversions} WHERE session_id = '' AND ${within})`;
  return sql`(
    SELECT ${columns}, 0 AS is_goal FROM ${conversions} WHERE session_id != '' AND ${within} AND ${ownSession}
    UNION ALL
    SELECT ${columns}, 1 AS is_goal FROM ${buildCredits(scope, [], goals)})`;
}

/** `payments` with the columns that they have: as recorded, or with their class. */
export function buildPaymentsInRange(scope: Scope, payments: Sql): Sql {
  const inRange = sql`(SELECT * FROM ${payments} WHERE ${scope.within})`;
  return scope.filters.length === 0 ? inRange : buildCredits(scope, [], inRange);
}

function buildPassing(scope: Scope, sessionHash: Sql): Sql {
  if (scope.filters.length === 0) return sql`1`;
  return sql`${sessionHash} IN (SELECT session_hash FROM ${buildSessionsInRange(scope, [])})`;
}

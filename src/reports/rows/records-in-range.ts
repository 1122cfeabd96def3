import { always, and, type Sql, sql } from '../../store/analytics/sql.ts';
import { buildCredits } from './credits.ts';
import type { Scope } from './scope.ts';
import { buildSessionsInRange } from './sessions.ts';

/**
 * Records of the range whose session passes the filters: hits through their own session, goals and payments
 * through the visitor's last session that began at or before them (contract §3).
 */

/** Those hits alone for which `hit` holds: the fewer they are, the fewer sessions are looked at. */
export function buildHitsInRange(scope: Scope, hit: Sql = always): Sql {
  const wanted = and(scope.within, hit);
  if (scope.filters.length === 0) return sql`(SELECT * FROM ${scope.hits} WHERE ${wanted})`;
  const which = sql`session_hash IN (SELECT session_hash FROM ${scope.hits} WHERE ${wanted})`;
  return sql`(
    SELECT * FROM ${scope.hits}
    WHERE ${wanted} AND session_hash IN (SELECT session_hash FROM ${buildSessionsInRange(scope, [], which)}))`;
}

/** Goals and custom events: `website_id, visitor_hash, ts, seq, name, details, is_goal`. */
export function buildConversionsInRange(scope: Scope): Sql {
  const { conversions, within } = scope;
  const columns = sql`website_id, visitor_hash, ts, seq, name, details`;
  if (scope.filters.length === 0) {
    return sql`(SELECT ${columns}, session_id = '' AS is_goal FROM ${conversions} WHERE ${within})`;
  }
  const sessionHash = sql`sipHash64(website_id, session_id)`;
  const customs = sql`(SELECT *, ${sessionHash} AS session_hash FROM ${conversions} WHERE session_id != '' AND ${within})`;
  const which = sql`session_hash IN (SELECT session_hash FROM ${customs})`;
  const goals = sql`(SELECT ${columns} FROM ${conversions} WHERE session_id = '' AND ${within})`;
  return sql`(
    SELECT ${columns}, 0 AS is_goal FROM ${customs}
    WHERE session_hash IN (SELECT session_hash FROM ${buildSessionsInRange(scope, [], which)})
    UNION ALL
    SELECT ${columns}, 1 AS is_goal FROM ${buildCredits(scope, [], goals)})`;
}

/** `payments` with the columns that they have: as recorded, or with their class. */
export function buildPaymentsInRange(scope: Scope, payments: Sql): Sql {
  const inRange = sql`(SELECT * FROM ${payments} WHERE ${scope.within})`;
  return scope.filters.length === 0 ? inRange : buildCredits(scope, [], inRange);
}

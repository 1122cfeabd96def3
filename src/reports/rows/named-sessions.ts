import { type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * All sessions of some visitors, at any time, as `website_id, visitor_hash, began_at, session_id`; of those that began
 * at the same moment the last. `isTheirs` selects the visitors by `website_id` and `visitor_hash`. A record without a
 * session belongs to the visitor's last session that began at or before it.
 */
export function buildNamedSessions({ sources }: Scope, isTheirs: Sql): Sql {
  return sql`(
    SELECT session.website_id AS website_id, session.visitor_hash AS visitor_hash, session.began_at AS began_at,
      named.session_id AS session_id
    FROM (
      SELECT DISTINCT ON (website_id, visitor_hash, began_at) website_id, visitor_hash, began_at, session_hash
      FROM ${sources.visits({})} AS visit WHERE ${isTheirs}
      ORDER BY website_id, visitor_hash, began_at, began_seq DESC) AS session
    INNER JOIN (
      SELECT session_hash, any_value(session_id) AS session_id
      FROM ${sources.hits({})} AS hit WHERE ${isTheirs} GROUP BY session_hash) AS named
    ON session.session_hash = named.session_hash)`;
}

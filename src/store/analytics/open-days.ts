import { type Sql, sql } from './sql.ts';

/**
 * Rows of `workspace_id, website_id, part, day, revision, last_change`: every day with records that is not
 * settled as it stands. `mine` selects among rows of workspace_id, website_id.
 */
export function buildOpenDays(mine: Sql): Sql {
  return sql`(
    SELECT workspace_id, website_id, part, day, revision, last_change
    FROM (
      SELECT workspace_id, website_id, part, day, sum(changes) AS revision, max(changed_at) AS last_change
      FROM revisions WHERE ${mine} GROUP BY workspace_id, website_id, part, day) AS now
    LEFT JOIN (
      SELECT workspace_id, website_id, part, day, argMax(revision, build) AS settled_revision
      FROM settlements WHERE ${mine} GROUP BY workspace_id, website_id, part, day) AS settled
    USING (workspace_id, website_id, part, day)
    WHERE revision != settled_revision)`;
}

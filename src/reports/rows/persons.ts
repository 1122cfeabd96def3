import { hashOf } from '../../store/analytics/dialect.ts';
import { type Bound, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Persons of a website: visitors whose latest identify names the same external ID are one, also for what they
 * did before it; any other visitor is a person of its own (contract §5).
 */

const latestExternal = sql`argMax(external_hash, (ts, seq))`;

/** The rows, which have `website_id` and `visitor_hash`, each with its `person`: a number within the website. */
export function withPersons({ sources }: Scope, rows: Sql): Sql {
  return sql`(
    SELECT record.*,
      CASE WHEN coalesce(identity.identified_person, 0) = 0 THEN record.visitor_hash ELSE identity.identified_person END
        AS person
    FROM ${rows} AS record
    LEFT JOIN (
      SELECT website_id AS identified_website, visitor_hash AS identified_visitor,
        ${hashOf(sql`'person'`, latestExternal)} AS identified_person
      FROM ${sources.identities} AS named GROUP BY website_id, visitor_hash
    ) AS identity
    ON record.website_id = identity.identified_website AND record.visitor_hash = identity.identified_visitor)`;
}

/** Whether a record is of the person that the visitor is on the record's website. */
export function buildIsOfPerson({ sources }: Scope, visitorId: Bound): Sql {
  const visitor = hashOf(visitorId);
  const members = buildMembers(sources.identities, visitor);
  const isNamed = sql`visitor_hash IN (SELECT ${visitor} UNION ALL SELECT visitor_hash FROM ${members} AS named)`;
  if (sources.isOneWebsite) return isNamed;
  // The first condition finds few records fast; the second knows that persons differ by website.
  return sql`(${isNamed} AND (
    visitor_hash = ${visitor} OR (website_id, visitor_hash) IN (SELECT website_id, visitor_hash FROM ${members} AS named)))`;
}

/** All visitors, by website, whose latest external ID is that of the visitor. */
function buildMembers(identities: Sql, visitor: Sql): Sql {
  const own = sql`(
    SELECT website_id, ${latestExternal} FROM ${identities} AS own WHERE visitor_hash = ${visitor} GROUP BY website_id)`;
  const everSo = sql`(
    SELECT visitor_hash FROM ${identities} AS ever WHERE (website_id, external_hash) IN ${own})`;
  return sql`(
    SELECT website_id, visitor_hash FROM (
      SELECT website_id, visitor_hash, ${latestExternal} AS latest_external
      FROM ${identities} AS member WHERE visitor_hash IN ${everSo} GROUP BY website_id, visitor_hash) AS latest
    WHERE (website_id, latest_external) IN ${own})`;
}

import { hashOf } from '../../store/analytics/dialect.ts';
import { type Bound, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Persons of a website: visitors whose latest identify names the same external ID are one, also for what they
 * did before it; any other visitor is a person of its own (contract §5).
 */

const latestExternal = sql`argMax(external_hash, (ts, seq))`;

/** The rows, which have `website_id` and `visitor_hash`, each with the number of its `person`. */
export function withPersons({ sources }: Scope, rows: Sql): Sql {
  // The same visitor is another person on another website.
  const own = sources.isOneWebsite
    ? sql`record.visitor_hash`
    : hashOf(sql`record.website_id`, sql`CAST(record.visitor_hash AS VARCHAR)`);
  return sql`(
    SELECT record.*,
      CASE WHEN coalesce(identity.identified_person, 0) = 0 THEN ${own} ELSE identity.identified_person END AS person
    FROM ${rows} AS record
    LEFT JOIN (
      SELECT website_id AS identified_website, visitor_hash AS identified_visitor,
        ${hashOf(sql`'person'`, sql`website_id`, latestExternal)} AS identified_person
      FROM ${sources.identities} AS named GROUP BY website_id, visitor_hash
    ) AS identity
    ON record.website_id = identity.identified_website AND record.visitor_hash = identity.identified_visitor)`;
}

/** For a statement that begins with `WITH` and the definition. */
export type Person = {
  definition: Sql;
  /** Whether a record is of the person that the visitor is on the record's website. */
  isTheirs: Sql;
};

export function definePerson({ sources }: Scope, visitorId: Bound): Person {
  const visitor = hashOf(visitorId);
  const isNamed = sql`visitor_hash IN (SELECT visitor_hash FROM person)`;
  return {
    definition: buildDefinition(sources.identities, visitor),
    // The first condition finds few records fast; the second knows that persons differ by website.
    isTheirs: sources.isOneWebsite
      ? isNamed
      : sql`(${isNamed} AND (
          visitor_hash = ${visitor} OR (website_id, visitor_hash) IN (SELECT website_id, visitor_hash FROM person)))`,
  };
}

/** The visitor, and all visitors, by website, whose latest external ID is that of the visitor. */
function buildDefinition(identities: Sql, visitor: Sql): Sql {
  return sql`
    own_identity AS (
      SELECT website_id, ${latestExternal} AS latest_external
      FROM ${identities} AS own WHERE visitor_hash = ${visitor} GROUP BY website_id),
    person AS (
      SELECT '' AS website_id, ${visitor} AS visitor_hash
      UNION ALL
      SELECT website_id, visitor_hash FROM (
        SELECT website_id, visitor_hash, ${latestExternal} AS latest_external
        FROM ${identities} AS member
        WHERE visitor_hash IN (
          SELECT visitor_hash FROM ${identities} AS ever
          WHERE (website_id, external_hash) IN (SELECT website_id, latest_external FROM own_identity))
        GROUP BY website_id, visitor_hash) AS latest
      WHERE (website_id, latest_external) IN (SELECT website_id, latest_external FROM own_identity))`;
}

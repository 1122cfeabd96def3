import { type Bound, type Sql, sql } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Persons of a website: visitors whose latest identify names the same external ID are one, also for what they
 * did before it; any other visitor is a person of its own (contract §5).
 */

/** The rows, which have `website_id` and `visitor_hash`, each with its `person`. */
export function withPersons(scope: Scope, rows: Sql): Sql {
  const own = sql`sipHash64('visitor', website_id, visitor_hash)`;
  return sql`(
    SELECT * EXCEPT (own_person, identified_visitor, identified_person),
      if(identified_person = 0, own_person, identified_person) AS person
    FROM (SELECT *, ${own} AS own_person FROM ${rows}) AS record
    LEFT ANY JOIN (
      SELECT ${own} AS identified_visitor, sipHash64('external', website_id, external) AS identified_person
      FROM ${buildLatestIdentities(scope)}
    ) AS identity ON record.own_person = identity.identified_visitor)`;
}

/** Whether a record is of the person that the visitor is on the record's website. */
export function buildIsOfPerson(scope: Scope, visitorId: Bound): Sql {
  const visitor = sql`sipHash64(${visitorId})`;
  const latest = buildLatestIdentities(scope);
  const others = sql`
    SELECT website_id, visitor_hash FROM ${latest}
    WHERE (website_id, external) IN (SELECT website_id, external FROM ${latest} WHERE visitor_hash = ${visitor})`;
  // The first condition is what the tables are indexed by; the second knows that persons differ by website.
  return sql`(
    visitor_hash IN (SELECT ${visitor} UNION ALL SELECT visitor_hash FROM (${others}))
    AND (visitor_hash = ${visitor} OR (website_id, visitor_hash) IN (${others})))`;
}

function buildLatestIdentities(scope: Scope): Sql {
  return sql`(
    SELECT website_id, visitor_hash, argMax(external_hash, (ts, seq)) AS external
    FROM ${scope.identities} GROUP BY website_id, visitor_hash)`;
}

import { type Bound, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Persons of a website: visitors whose latest identify names the same external ID are one, also for what they
 * did before it; any other visitor is a person of its own (contract §5).
 */

/** The rows, which have `website_id` and `visitor_hash`, each with its `person`. */
export function withPersons(scope: Scope, rows: Sql): Sql {
  // The website's hash is worked out once, not for every row: its column holds each value once.
  const own = sql`bitXor(visitor_hash, sipHash64(website_id))`;
  return sql`(
    SELECT * EXCEPT (own_person, identified_visitor, identified_person),
      if(identified_person = 0, own_person, identified_person) AS person
    FROM (SELECT *, ${own} AS own_person FROM ${rows}) AS record
    LEFT ANY JOIN (
      SELECT ${own} AS identified_visitor,
        argMax(sipHash64(website_id, external_hash), (ts, seq)) AS identified_person
      FROM ${scope.identities} GROUP BY website_id, visitor_hash
    ) AS identity ON record.own_person = identity.identified_visitor)`;
}

/** Whether a record is of the person that the visitor is on the record's website. */
export function buildIsOfPerson(scope: Scope, visitorId: Bound): Sql {
  const visitor = sql`sipHash64(${visitorId})`;
  const members = sql`(SELECT arrayJoin(${buildMembers(scope, visitor)}) AS member)`;
  // The first condition is what the tables are indexed by; the second knows that persons differ by website.
  return sql`(
    visitor_hash IN (SELECT ${visitor} UNION ALL SELECT member.2 FROM ${members})
    AND (visitor_hash = ${visitor} OR (website_id, visitor_hash) IN (SELECT member.1, member.2 FROM ${members})))`;
}

/**
 * All visitors, by website, whose latest external ID is that of the visitor. One value, so that the engine works it
 * out once however often it is used.
 */
function buildMembers({ identities }: Scope, visitor: Sql): Sql {
  const latest = sql`argMax(external_hash, (ts, seq))`;
  const own = sql`(
    SELECT website_id, ${latest} FROM ${identities} WHERE visitor_hash = ${visitor} GROUP BY website_id)`;
  const everSo = sql`(SELECT visitor_hash FROM ${identities} WHERE (website_id, external_hash) IN ${own})`;
  return sql`(
    SELECT groupArray((site, visitor_hash)) FROM (
      SELECT toString(website_id) AS site, visitor_hash
      FROM ${identities} WHERE visitor_hash IN ${everSo}
      GROUP BY website_id, visitor_hash HAVING (website_id, ${latest}) IN ${own}))`;
}

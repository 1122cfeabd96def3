import { hashOf, isAmong } from '../../store/analytics/dialect.ts';
import type { Sources } from '../../store/analytics/relations.ts';
import { type Bound, DerivedOnce, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

/**
 * Persons of a website: visitors identified by the same external ID are one person, also for what they did before; any
 * other visitor is a person of its own (contract §5). Where a visitor has several IDs, the one of the first identity
 * counts.
 */

/** Of several identities the one that is trusted most goes first, and of those the latest. */
export const goesFirst = sql`(trust, ts, seq)`;

const ownExternal = sql`argMax(external_hash, ${goesFirst})`;

const identifiedOf = new WeakMap<Sources, DerivedOnce>();

/** The identified visitors, each with the number of its person: the same rows wherever a question names them. */
export function listIdentified({ sources }: Scope): Sql {
  const known = identifiedOf.get(sources) ?? new DerivedOnce(selectIdentified(sources));
  identifiedOf.set(sources, known);
  return sql`${known}`;
}

function selectIdentified({ identities }: Sources): Sql {
  return sql`
    SELECT website_id AS identified_website, visitor_hash AS identified_visitor,
      ${hashOf(sql`'person'`, sql`website_id`, ownExternal)} AS identified_person
    FROM ${identities()} AS named GROUP BY website_id, visitor_hash`;
}

/** Adds the number of its `person` to each of the rows, which have `website_id` and `visitor_hash`. */
export function withPersons(scope: Scope, rows: Sql): Sql {
  // The same visitor is another person on another website.
  const { own, isSame } = scope.sources.isOneWebsite ? ofOneWebsite : ofSeveral;
  return sql`(
    SELECT record.*,
      CASE WHEN coalesce(identity.identified_person, 0) = 0 THEN ${own} ELSE identity.identified_person END AS person
    FROM ${rows} AS record
    LEFT JOIN ${listIdentified(scope)} AS identity
    ON ${isSame})`;
}

const isSameVisitor = sql`record.visitor_hash = identity.identified_visitor`;

const ofOneWebsite = { own: sql`record.visitor_hash`, isSame: isSameVisitor };

const ofSeveral = {
  own: hashOf(sql`record.website_id`, sql`CAST(record.visitor_hash AS VARCHAR)`),
  isSame: sql`record.website_id = identity.identified_website AND ${isSameVisitor}`,
};

/** For a statement that begins with `WITH` and the definition. */
export type Person = {
  definition: Sql;
  /** Whether a record is of the person that the visitor is on the record's website. */
  isTheirs: Sql;
};

export function definePerson({ sources }: Scope, visitorId: Bound): Person {
  const visitor = hashOf(visitorId);
  const isNamed = isAmong(sql`visitor_hash`, sql`person`);
  return {
    definition: buildDefinition(sources, visitor),
    // The first condition finds few records fast; the second takes into account that persons differ by website.
    isTheirs: sources.isOneWebsite
      ? isNamed
      : sql`(${isNamed} AND (
          visitor_hash = ${visitor} OR ${isAmong(sql`(website_id, visitor_hash)`, sql`person`)}))`,
  };
}

/** The visitor, and all visitors, by website, whose external ID is that of the visitor. */
function buildDefinition({ identities, sentIdentities }: Scope['sources'], visitor: Sql): Sql {
  const everNamedSo = isAmong(
    sql`visitor_hash`,
    sql`(
      SELECT ever.visitor_hash AS visitor_hash FROM ${sentIdentities({})} AS ever
      INNER JOIN own_identity AS same
      ON ever.website_id = same.website_id AND ever.external_hash = same.own_external) AS named_so`,
  );
  return sql`
    own_identity AS (
      SELECT website_id, ${ownExternal} AS own_external
      FROM ${identities(sql`visitor_hash = ${visitor}`)} AS own GROUP BY website_id),
    person AS (
      SELECT '' AS website_id, ${visitor} AS visitor_hash
      UNION ALL
      SELECT named.website_id AS website_id, named.visitor_hash AS visitor_hash FROM (
        SELECT website_id, visitor_hash, ${ownExternal} AS own_external
        FROM ${identities(everNamedSo)} AS member
        GROUP BY website_id, visitor_hash) AS named
      INNER JOIN own_identity AS same
      ON named.website_id = same.website_id AND named.own_external = same.own_external)`;
}

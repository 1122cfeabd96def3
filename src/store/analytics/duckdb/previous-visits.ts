/**
 * Distinct visitors without a distinct count: each visit has links to the slot of the same visitor's previous visit,
 * and of the previous one with the same country, browser and so on. A visitor is counted on the one visit in the range
 * whose previous visit lies before the range. So distinct visitors of any range, and of each country in it, are a sum
 * over one scan.
 */
import { bind, identifier, identifiers, joinSql, type Sql, sql } from '../sql.ts';
import { emptyWords, type SessionFacts } from '../tables.ts';

type Fact = keyof SessionFacts;

/** What reports group visitors by. */
export const linkedFacts = [
  'referrer_host',
  'referrer_domain',
  'channel',
  'keyword',
  'utm_source',
  'utm_campaign',
  'country',
  'device',
  'browser',
  'os',
  'language',
] as const satisfies readonly Fact[];

const linkOf = (fact: Fact) => `earlier_${fact}`;

/**
 * `previous` is the slot of the previous visit, -1 where there is none. The others say by how many slots the previous
 * visit with the same fact is earlier than that: 0 of nearly all, which takes a tenth of the disk of slots.
 */
export const linkColumns: readonly string[] = ['previous', ...linkedFacts.map(linkOf)];

export function findLink(facts: readonly Fact[]): Sql | undefined {
  const [fact, ...others] = facts;
  if (fact === undefined) return identifier('previous');
  const isLinked = others.length === 0 && (linkedFacts as readonly Fact[]).includes(fact);
  return isLinked ? sql`(previous - ${identifier(linkOf(fact))})` : undefined;
}

const visitor = sql`workspace_id, website_id, visitor_hash`;

/**
 * The visits with their links, derived from all visits of their visitors. A range holds all visits of a slot or none,
 * so their order within a slot does not matter. Most visitors never change their country, browser and so on: for these
 * one link serves all facts.
 */
export function linkAll(visits: Sql): Sql {
  const lag = (partition: Sql) =>
    sql`lag(slot, 1, -1) OVER (PARTITION BY ${partition} ORDER BY slot, session_hash)`;
  const shownFacts = linkedFacts.map((fact) => buildShown(sql``, fact));
  const byFact = linkedFacts.map(
    (fact, index) =>
      sql`previous - ${lag(sql`${visitor}, ${shownFacts[index] ?? sql``}`)} AS ${identifier(linkOf(fact))}`,
  );
  const asPrevious = linkedFacts.map((fact) => sql`0 AS ${identifier(linkOf(fact))}`);
  return sql`
    WITH placed AS MATERIALIZED (
      SELECT * EXCLUDE (facts), min(facts) OVER (PARTITION BY ${visitor}) = max(facts) OVER (PARTITION BY ${visitor}) AS is_steady,
        ${lag(visitor)} AS previous
      FROM (SELECT *, hash(${joinSql(shownFacts, sql`, `)}) AS facts FROM ${visits}) AS hashed)
    SELECT * EXCLUDE (is_steady), ${joinSql(asPrevious, sql`, `)} FROM placed WHERE is_steady
    UNION ALL BY NAME
    SELECT * EXCLUDE (is_steady), ${joinSql(byFact, sql`, `)} FROM placed WHERE NOT is_steady`;
}

/**
 * The same for a table of new visits that come after all others of their visitors, as nearly all do. Then the others
 * need not be read one by one: the last visit of each combination of facts is enough.
 */
export function linkNew(newVisits: Sql, others: Sql): Sql {
  const facts = identifiers(linkedFacts);
  const same = (fact: Fact) => sql`${buildShown(sql`visit.`, fact)} = ${buildShown(sql`earlier.`, fact)}`;
  const byFact = linkedFacts.map(
    (fact) =>
      sql`coalesce(max(earlier.slot), -1) - coalesce(max(earlier.slot) FILTER (WHERE ${same(fact)}), -1)
        AS ${identifier(linkOf(fact))}`,
  );
  return sql`
    SELECT visit.*, link.* EXCLUDE (place)
    FROM ${newVisits} AS visit
    INNER JOIN (
      SELECT visit.rowid AS place, coalesce(max(earlier.slot), -1) AS previous, ${joinSql(byFact, sql`, `)}
      FROM ${newVisits} AS visit
      LEFT JOIN (
        SELECT ${visitor}, ${facts}, max(slot) AS slot, 0 AS session_hash FROM ${others} GROUP BY ${visitor}, ${facts}
        UNION ALL BY NAME
        SELECT ${visitor}, ${facts}, slot, session_hash FROM ${newVisits}) AS earlier
      ON visit.workspace_id = earlier.workspace_id AND visit.website_id = earlier.website_id
        AND visit.visitor_hash = earlier.visitor_hash
        AND (earlier.slot, earlier.session_hash) < (visit.slot, visit.session_hash)
      GROUP BY visit.rowid) AS link
    ON visit.rowid = link.place`;
}

function buildShown(of: Sql, fact: Fact): Sql {
  const value = sql`${of}${identifier(fact)}`;
  return sql`CASE WHEN ${value} = '' THEN ${bind.text(emptyWords[fact])} ELSE ${value} END`;
}

/**
 * Links these rows of `visits` anew: all of their visitors. What differs is found before the table is joined, so that
 * the update reads no other column of it.
 */
export function updateLinks(which: Sql): Sql {
  const [kept, changed] = [
    (column: string) => identifier(`kept_${column}`),
    (column: string) => identifier(column),
  ];
  const each = (write: (column: string) => Sql, separator: Sql) => joinSql(linkColumns.map(write), separator);
  const visits = sql`(
    SELECT rowid AS place, ${visitor}, slot, session_hash, ${identifiers(linkedFacts)},
      ${each((column) => sql`${changed(column)} AS ${kept(column)}`, sql`, `)}
    FROM visits WHERE ${which})`;
  return sql`
    UPDATE visits SET ${each((column) => sql`${changed(column)} = linked.${changed(column)}`, sql`, `)}
    FROM (
      SELECT place, ${identifiers(linkColumns)} FROM (${linkAll(visits)})
      WHERE ${each((column) => sql`${kept(column)} != ${changed(column)}`, sql` OR `)}) AS linked
    WHERE visits.rowid = linked.place`;
}

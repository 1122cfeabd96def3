/**
 * Distinct visitors without a distinct count: each visit has links to the slot of the same visitor's previous visit,
 * and of the previous one with the same country, browser and so on. A visitor is counted on the one visit in the range
 * whose previous visit lies before the range. So distinct visitors of any range, and of each country in it, are a sum
 * over one scan.
 */
import { bind, identifier, identifiers, joinSql, type Sql, sql } from '../sql.ts';
import { emptyWords, factNames, type SessionFacts } from '../tables.ts';

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
 * These columns of visits with their links, derived from all visits of their visitors. A range holds all visits of a
 * slot or none, so any order within a slot gives the same sums. Most visitors never change their country, browser and so
 * on: for these one link serves all facts. The windows sort hashes, because texts take them several times as long.
 */
export function linkAll(visits: Sql, columns: readonly string[]): Sql {
  const shown = (fact: Fact) => identifier(`shown_${fact}`);
  const list = (parts: readonly Sql[]) => joinSql(parts, sql`, `);
  const lag = (...keys: readonly Sql[]) =>
    sql`lag(in_slot, 1, -1) OVER (PARTITION BY ${list([sql`of_website`, sql`of_visitor`, ...keys])} ORDER BY in_slot, of_session)`;
  const ofVisitor = sql`(PARTITION BY of_website, of_visitor)`;
  const links = (write: (fact: Fact) => Sql) =>
    list(linkedFacts.map((fact) => sql`${write(fact)} AS ${identifier(linkOf(fact))}`));
  return sql`
    WITH placed AS MATERIALIZED (
      SELECT *, min(facts) OVER ${ofVisitor} = max(facts) OVER ${ofVisitor} AS is_steady, ${lag()} AS previous
      FROM (
        SELECT *, hash(${list(linkedFacts.map(shown))}) AS facts
        FROM (
          SELECT ${identifiers(columns)}, hash(workspace_id, website_id) AS of_website, visitor_hash AS of_visitor,
            slot AS in_slot, session_hash AS of_session,
            ${list(linkedFacts.map((fact) => sql`hash(${buildShown(sql``, fact)}) AS ${shown(fact)}`))}
          FROM ${visits})) AS hashed)
    SELECT ${identifiers(columns)}, previous, ${links(() => sql`0`)} FROM placed WHERE is_steady
    UNION ALL
    SELECT ${identifiers(columns)}, previous, ${links((fact) => sql`previous - ${lag(shown(fact))}`)}
    FROM placed WHERE NOT is_steady`;
}

/** Visits with links as if each were the only one of its visitor. */
export function linkAlone(visits: Sql): Sql {
  const none = linkedFacts.map((fact) => sql`0 AS ${identifier(linkOf(fact))}`);
  return sql`SELECT *, -1 AS previous, ${joinSql(none, sql`, `)} FROM (${visits})`;
}

/** Visits that have no links yet. */
export function withoutLinks(visits: Sql): Sql {
  const none = linkColumns.map((column) => sql`CAST(NULL AS INTEGER) AS ${identifier(column)}`);
  return sql`SELECT *, ${joinSql(none, sql`, `)} FROM (${visits})`;
}

/**
 * The visits of changed sessions: those that are as they were, but for their counts, with the links that they had, all
 * others with NULL.
 */
export function takeOverLinks(visits: Sql, oldVisits: Sql): Sql {
  const same = [
    'workspace_id',
    'website_id',
    'session_hash',
    'visitor_hash',
    'slot',
    'began_at',
    'began_seq',
  ];
  const isSame = joinSql(
    [...same, ...factNames].map((column) => sql`visit.${identifier(column)} = old.${identifier(column)}`),
    sql` AND `,
  );
  const links = joinSql(
    linkColumns.map((column) => sql`old.${identifier(column)}`),
    sql`, `,
  );
  return sql`SELECT visit.*, ${links} FROM (${visits}) AS visit LEFT JOIN ${oldVisits} AS old ON ${isSame}`;
}

/**
 * Gives links to those of the new visits that have none, as if no others of their visitors came later, which is so for
 * nearly all. Then the others need not be read one by one: the last visit of each combination of facts is enough. In a
 * slot all others come before new ones.
 */
export function linkNew(newVisits: Sql, others: Sql): Sql {
  const facts = identifiers(linkedFacts);
  const same = (fact: Fact) => sql`${buildShown(sql`visit.`, fact)} = ${buildShown(sql`earlier.`, fact)}`;
  const byFact = linkedFacts.map(
    (fact) =>
      sql`coalesce(max(earlier.slot), -1) - coalesce(max(earlier.slot) FILTER (WHERE ${same(fact)}), -1)
        AS ${identifier(linkOf(fact))}`,
  );
  const found = joinSql(
    linkColumns.map(
      (column) =>
        sql`coalesce(visit.${identifier(column)}, link.${identifier(column)}) AS ${identifier(column)}`,
    ),
    sql`, `,
  );
  return sql`
    SELECT visit.* REPLACE (${found})
    FROM ${newVisits} AS visit
    INNER JOIN (
      SELECT visit.rowid AS place, coalesce(max(earlier.slot), -1) AS previous, ${joinSql(byFact, sql`, `)}
      FROM ${newVisits} AS visit
      LEFT JOIN (
        SELECT ${visitor}, ${facts}, max(slot) AS slot, 0 AS session_hash FROM ${others} GROUP BY ${visitor}, ${facts}
        UNION ALL BY NAME
        SELECT ${visitor}, ${facts}, slot, CASE WHEN previous IS NULL THEN session_hash ELSE 0 END AS session_hash
        FROM ${newVisits}) AS earlier
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
      SELECT place, ${identifiers(linkColumns)}
      FROM (${linkAll(visits, ['place', ...linkColumns.map((column) => `kept_${column}`)])})
      WHERE ${each((column) => sql`${kept(column)} != ${changed(column)}`, sql` OR `)}) AS linked
    WHERE visits.rowid = linked.place`;
}

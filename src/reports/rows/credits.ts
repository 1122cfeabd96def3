import { bind, joinSql, type Sql, sql, unionAll } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import { buildMatch, pageFiltersOf } from '../question/filters.ts';
import type { Scope, Searched, Source } from './scope.ts';
import { buildFilterCondition, buildNamedSessions, factsOf, isTraffic, viewed } from './sessions.ts';

type Fact = keyof SessionFacts;

const fewFacts = 4;

/** What the engine refuses a statement with where a credited session may lie before all that was searched. */
const beganEarlier = 'the credited session may have begun before what was searched';

/**
 * The records to be credited, which have at least `website_id, visitor_hash, ts`, each with the facts of the visitor's
 * last session that began at or before it; a visitor without one leaves the facts empty, which reports show as direct
 * and unknown. Those whose session does not pass the filters are left out.
 */
export function buildCredits(
  scope: Scope,
  columns: readonly Fact[],
  credits: Sql,
  searched: Searched = scope.settled.everything,
): Sql {
  const sessions = unionAll([
    buildSettledSessions(scope, columns, buildIsOfCredited(credits), searched.sessions),
    buildLooseOf(scope, columns, credits, searched),
  ]);
  const passes = buildFilterCondition(scope);
  // Not with AND: the engine would not look at what does not pass, and what was not found may.
  const isCredited = searched.since
    ? sql`if(throwIf(session_began_at < ${searched.since}, ${bind.string(beganEarlier)}), 0, ${passes})`
    : passes;
  return joinLast(credits, sessions, isCredited);
}

/**
 * The same, each with the `session_id` of that session, which its records alone tell. `isOfCredited` tells which hits are
 * of visitors who have such a record.
 */
export function buildCreditsWithIds(scope: Scope, credits: Sql, isOfCredited: Sql): Sql {
  const { hits, hitsAndLeaves } = scope;
  const theirs = sql`session_hash IN (SELECT session_hash FROM ${hits} WHERE ${isOfCredited})`;
  const records = (needed: Sql) => sql`(SELECT ${needed} FROM ${hitsAndLeaves} WHERE ${theirs})`;
  return joinLast(
    credits,
    buildByVisitor(scope, [], records, [sql`session_id`]),
    buildFilterCondition(scope),
  );
}

function joinLast(credits: Sql, sessions: Sql, condition: Sql): Sql {
  return sql`(
    SELECT *
    FROM ${credits} AS credit
    ASOF LEFT JOIN (${sessions}) AS session
    ON credit.website_id = session.session_website AND credit.visitor_hash = session.session_visitor
      AND credit.ts >= session.session_began_at
    WHERE ${condition})`;
}

/**
 * The settled sessions for which `which` holds, as `session_website, session_visitor, session_began_at`, the facts asked
 * for and what page filters ask. They have one visitor each, and no two of a website began in the same moment.
 */
export function buildSettledSessions(
  scope: Scope,
  columns: readonly Fact[],
  which: Sql,
  sessions: Source | undefined,
): Sql | undefined {
  const filters = pageFiltersOf(scope.filters);
  const facts = factsOf(scope, columns);
  const needed = [
    sql`website_id, visitor_hash, began_at`,
    ...facts,
    ...(filters.length > 0 ? [sql`paths`] : []),
  ];
  const shown = [
    sql`website_id AS session_website, visitor_hash AS session_visitor, began_at AS session_began_at`,
    ...facts,
    ...filters.map(
      (filter, index) => sql`arrayExists(path -> ${buildMatch(filter)}, paths) AS ${viewed(index)}`,
    ),
  ];
  return (
    sessions &&
    sql`
      SELECT ${joinSql(shown, sql`, `)} FROM ${sessions(joinSql(needed, sql`, `))}
      WHERE ${which}`
  );
}

function buildLooseOf(scope: Scope, columns: readonly Fact[], credits: Sql, { looseHits }: Searched): Sql {
  // To look for their sessions takes longer than to take a few facts of all.
  if (!scope.settled.hasManyLoose && columns.length <= fewFacts) {
    return buildByVisitor(scope, columns, (needed) => looseHits(needed));
  }
  const theirs = sql`session_hash IN (
    SELECT session_hash FROM ${looseHits(sql`session_hash, visitor_hash`, isTraffic)}
    WHERE ${buildIsOfCredited(credits)})`;
  // Not a condition of the loose hits, which are of several tables: each of them would be asked for all of this.
  return buildByVisitor(
    scope,
    columns,
    (needed) => sql`(SELECT * FROM ${looseHits(needed)} WHERE ${theirs})`,
  );
}

/** A session belongs to each visitor that has a hit in it. Of those that began together the greater id is the last. */
function buildByVisitor(
  scope: Scope,
  columns: readonly Fact[],
  records: (needed: Sql) => Sql,
  more: readonly Sql[] = [],
): Sql {
  const shown = [
    sql`session_website, arrayJoin(all_visitors) AS session_visitor, began_at AS session_began_at`,
    ...factsOf(scope, columns),
    ...pageFiltersOf(scope.filters).map((_, index) => viewed(index)),
    ...more,
  ];
  return sql`
    SELECT ${joinSql(shown, sql`, `)}
    FROM ${buildNamedSessions(scope, columns, records)}
    ORDER BY session_id DESC
    LIMIT 1 BY session_website, session_visitor, session_began_at`;
}

/** One value, so that the nodes of a cluster need not ask each other for it. */
function buildIsOfCredited(credits: Sql): Sql {
  return sql`visitor_hash IN (SELECT arrayJoin((SELECT groupUniqArray(visitor_hash) FROM ${credits})))`;
}

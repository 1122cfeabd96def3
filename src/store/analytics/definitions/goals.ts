import { type AutomaticName, automaticNames } from '../../../contract/automatic-names.ts';
import type { GoalRule } from '../../../contract/goal-rule.ts';
import { jsonWith, mapWith, matches, noMoney, startsWith, textsWhere, withEach } from '../dialect.ts';
import { conversionColumns, type Sources, type Span } from '../relations.ts';
import { andMentioned, bind, identifier, joinSql, type Sql, sql, unionAll } from '../sql.ts';
import { factNames } from '../tables.ts';
import { slotOf } from './slots.ts';

/**
 * The sources of a website whose owner defined goals. Definitions change, so nothing of this is stored; sources that no
 * goal affects stay as they are, and cost nothing.
 */
export function withGoals(sources: Sources, rules: readonly GoalRule[]): Sources {
  const pageRules = rules.filter(({ type }) => type === 'page');
  const automaticRules = rules.filter(isOfAutomatic);
  if (pageRules.length + automaticRules.length === 0) return sources;
  const reached = {
    conversions: (span: Span) => [
      ...(pageRules.length > 0 ? [selectViewed(sources, pageRules, span)] : []),
      ...(automaticRules.length > 0 ? [selectCaptured(sources, automaticRules, span)] : []),
    ],
    credits: (span: Span) => [
      ...(pageRules.length > 0 ? [creditViews(sources, pageRules, span)] : []),
      ...(automaticRules.length > 0 ? [creditCaptured(sources, automaticRules, span)] : []),
    ],
  };
  return {
    ...sources,
    ...(automaticRules.length > 0 && withoutBounces(sources, automaticRules)),
    reached: {
      conversions: (span) => sql`(${unionAll(reached.conversions(span))})`,
      credits: (span) => sql`(${unionAll(reached.credits(span))})`,
    },
  };
}

function isOfAutomatic({ type, match }: GoalRule): boolean {
  return type === 'event' && automaticNames.includes(match as AutomaticName);
}

/** Whether a pageview, by its `website_id` and `path`, reaches the goal. */
export function buildViewMatch({ websiteId, match }: GoalRule): Sql {
  return sql`(website_id = ${bind.text(websiteId)} AND ${matchPath(match)})`;
}

/** RE2 takes linear time whatever the pattern; most goals need no pattern. */
function matchPath(match: string): Sql {
  const path = sql`path`;
  const [start = '', ...others] = match.split('*');
  if (others.length === 0) return sql`path = ${bind.text(match)}`;
  if (others.every((part) => part === '')) return startsWith(path, bind.text(start));
  const quoted = match.split(/\*+/).map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return matches(path, bind.text(`(?s)^${quoted.join('.*')}$`));
}

const isAny = (conditions: readonly Sql[]): Sql => sql`(${joinSql(conditions, sql` OR `)})`;

function selectViewed(sources: Sources, rules: readonly GoalRule[], span: Span): Sql {
  const views = sql`(
    SELECT website_id, ts, seq, visitor_id, visitor_hash, session_id, session_hash, path
    FROM ${sources.hits(span)} AS hit WHERE type = 'pageview' AND ${isAny(rules.map(buildViewMatch))})`;
  const names = textsWhere(
    rules.map((rule) => ({ text: bind.text(rule.name), condition: buildViewMatch(rule) })),
  );
  return sql`
    SELECT website_id, ts, seq, visitor_id, visitor_hash, session_id, session_hash, goal_name AS name,
      ${jsonWith('path', sql`path`)} AS details, ${mapWith('path', sql`path`)} AS texts
    FROM ${withEach(views, names, sql`goal_name`)} AS viewed`;
}

function selectCaptured(sources: Sources, rules: readonly GoalRule[], span: Span): Sql {
  return sql`SELECT ${conversionColumns} FROM ${sources.automatics(span)} AS captured WHERE ${isCaptured(rules)}`;
}

function isCaptured(rules: readonly GoalRule[]): Sql {
  return isAny(
    rules.map(
      ({ websiteId, match }) => sql`(website_id = ${bind.text(websiteId)} AND name = ${bind.text(match)})`,
    ),
  );
}

/** A pageview lies in one visit: that of its visitor, session and slot. */
function creditViews(sources: Sources, rules: readonly GoalRule[], span: Span): Sql {
  const times = joinSql(
    rules.map((rule) => sql`CASE WHEN ${buildViewMatch(rule)} THEN 1 ELSE 0 END`),
    sql` + `,
  );
  const facts = andMentioned(factNames, (fact) => sql`visit.${identifier(fact)} AS ${identifier(fact)}`);
  return sql`
    SELECT viewed.website_id AS website_id, viewed.visitor_hash AS visitor_hash, viewed.ts AS ts,
      viewed.view_slot AS slot, viewed.seq AS seq, viewed.times AS conversions, ${noMoney} AS revenue, '' AS class,
      viewed.session_hash AS session_hash${facts}
    FROM (
      SELECT website_id, visitor_hash, ts, seq, session_hash, ${slotOf(sql`ts`)} AS view_slot, ${times} AS times
      FROM ${sources.hits(span)} AS hit
      WHERE type = 'pageview' AND ${isAny(rules.map(buildViewMatch))}) AS viewed
    INNER JOIN ${sources.visits(span)} AS visit
    ON viewed.website_id = visit.website_id AND viewed.session_hash = visit.session_hash
      AND viewed.visitor_hash = visit.visitor_hash AND viewed.view_slot = visit.slot`;
}

/** The session of an automatic event may have no traffic in the span: then it is 0 and its facts are empty. */
function creditCaptured(sources: Sources, rules: readonly GoalRule[], span: Span): Sql {
  const captured = selectCaptured(sources, rules, span);
  const facts = andMentioned(
    factNames,
    (fact) => sql`coalesce(session.${identifier(fact)}, '') AS ${identifier(fact)}`,
  );
  return sql`
    SELECT captured.website_id AS website_id, captured.visitor_hash AS visitor_hash, captured.ts AS ts,
      ${slotOf(sql`captured.ts`)} AS slot, captured.seq AS seq, 1 AS conversions, ${noMoney} AS revenue, '' AS class,
      coalesce(session.session_hash, 0) AS session_hash${facts}
    FROM (${captured}) AS captured
    LEFT JOIN (
      SELECT website_id, session_hash${andMentioned(factNames)} FROM ${sources.visits({})} AS visit
      WHERE began = 1 AND session_hash IN (SELECT session_hash FROM (${captured}) AS of_captured)) AS session
    ON captured.website_id = session.website_id AND captured.session_hash = session.session_hash`;
}

/** An automatic event that is a goal ends a bounce (contract §5). */
function withoutBounces(
  sources: Sources,
  rules: readonly GoalRule[],
): Pick<Sources, 'visits' | 'pages' | 'pageTotals'> {
  const converting = sql`(SELECT session_hash FROM (${selectCaptured(sources, rules, {})}) AS of_captured)`;
  const bounced = sql`CASE WHEN session_hash IN ${converting} THEN 0 ELSE bounced END AS bounced`;
  const overlay = (rows: Sql) => sql`(SELECT * REPLACE (${bounced}) FROM ${rows} AS kept)`;
  return {
    visits: (span) => overlay(sources.visits(span)),
    pages: (span) => overlay(sources.pages(span)),
    pageTotals: undefined,
  };
}

/**
 * The sessions that reached a goal whose `name` matches, at any time. A goal that a server sent belongs to the session
 * that it is credited to; without one it belongs to none.
 */
export function selectReachingSessions(sources: Sources, matches: Sql): Sql {
  const recorded = sql`(SELECT * FROM ${sources.conversions({})} AS named WHERE ${matches})`;
  return unionAll([
    sql`SELECT session_hash FROM ${recorded} AS event WHERE session_id != ''`,
    sql`SELECT session_hash FROM ${sources.credits({})} AS credit WHERE session_hash != 0 AND conversions > 0
      AND (visitor_hash, ts, seq) IN (SELECT visitor_hash, ts, seq FROM ${recorded} AS goal WHERE session_id = '')`,
    ...(sources.reached
      ? [sql`SELECT session_hash FROM ${sources.reached.conversions({})} AS reached WHERE ${matches}`]
      : []),
  ]);
}

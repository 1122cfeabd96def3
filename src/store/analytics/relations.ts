/**
 * All that a report can read. Every relation is bound to the workspace, its websites, the range and the filters before a
 * report sees it, and a report has no other way to name a table: it cannot forget whose data it reads.
 */
import { buildCutPages, buildCutVisits, type Cut, findCut } from './cut-ranges.ts';
import { slotFrom } from './definitions/slots.ts';
import { always, and, bind, DerivedOnce, mentioned, type Sql, sql, unionAll, whole } from './sql.ts';
import { factNames, type SessionFacts } from './tables.ts';

/** Unix milliseconds, `to` excluded. An end that is left out is open. */
export type Span = { from?: number; to?: number };

/** Conversions that goals add to those that were recorded. */
export type Reached = {
  /** Pageviews of page goals, each once a goal, and automatic events that are goals: with `conversionColumns`. */
  conversions(span: Span): Sql;
  /** The same with `creditColumns`; each belongs to its own session. */
  credits(span: Span): Sql;
};

export const conversionColumns = mentioned([
  'website_id',
  'ts',
  'seq',
  'visitor_id',
  'visitor_hash',
  'session_id',
  'session_hash',
  'name',
  'details',
  'texts',
]);

export const creditColumns = mentioned([
  'website_id',
  'visitor_hash',
  'ts',
  'slot',
  'seq',
  'conversions',
  'revenue',
  'class',
  'session_hash',
  ...factNames,
]);

/**
 * The same rows from every engine, of the websites of one tenant and not yet filtered. Each is a table expression. The
 * columns of `visits`, `pages` and `credits` are those of definitions/, which says what they mean.
 */
export type Sources = {
  visits(span: Span): Sql;
  pages(span: Span): Sql;
  /**
   * What was viewed, added up over sessions: `path, views, sessions, bounced, timed_views, spent_ms` in any number of
   * rows a path. undefined where the engine does not store it.
   */
  pageTotals?: ((span: Required<Span>) => Sql) | undefined;
  credits(span: Span): Sql;
  /** Pageviews, custom events and automatic ones. */
  hits(span: Span): Sql;
  /** How long views were visible: hits that no report counts. */
  leaves(span: Span): Sql;
  /** Goals, whose `session_id` is '', and custom events: those that were recorded. */
  conversions(span: Span): Sql;
  /** Present where goals add conversions. */
  reached?: Reached;
  /** Names and properties of automatic events, with the columns of conversions: what a goal can be made of. */
  automatics(span: Span): Sql;
  payments(span: Span): Sql;
  /** Present where one currency is chosen, and `payments` are those in it. */
  paymentsInOthers?: (span: Span) => Sql;
  /** Those that count (definitions/identities.ts), of all visitors or of those that a condition on `visitor_hash` selects. */
  identities(which?: Sql): Sql;
  /** All that were sent, including those that do not count. */
  sentIdentities(span: Span): Sql;
  crawls(span: Span): Sql;
  drops(span: Span): Sql;
  /** Hits, goals, payments and identities of the last moments: `type` and the columns that a hit has. */
  recent(span: Span): Sql;
  /**
   * The column of `visits` with the slot of the visitor's previous visit among those with the same facts; -1 where
   * there is none. undefined where the engine does not store it.
   */
  previousVisit(facts: readonly (keyof SessionFacts)[]): Sql | undefined;
  isOneWebsite: boolean;
};

/** A filter by page: whether `path` is one of those meant, and whether they are wanted or excluded. */
export type PageCondition = { matches: Sql; isWanted: boolean };

/** A filter by other records of the session or its visitor: a query for the `session_hash` of the sessions meant. */
export type SessionCondition = { select(sources: Sources): Sql; isWanted: boolean };

export type Narrowing = {
  /** Over the facts of a session. */
  session: Sql;
  /** Over `ai_operator` alone, the one fact that crawls have too. */
  crawls: Sql;
  sessions: readonly SessionCondition[];
  pages: readonly PageCondition[];
  /**
   * What of a session is counted as viewed: all of it where it passes, or only the views that filters by page select.
   */
  countsViews: 'of sessions' | 'of pages';
};

export const everything: Narrowing = {
  session: always,
  crawls: always,
  sessions: [],
  pages: [],
  countsViews: 'of pages',
};

export type Relations = {
  /** Visits in the range whose sessions pass the filters. */
  visits: Sql;
  /**
   * Distinct visitors of a group of `visits` in which these facts are equal; `since` is the first slot of the group,
   * where that is not the first of the range.
   */
  countVisitors(facts?: readonly (keyof SessionFacts)[], since?: Sql): Sql;
  /** The slot of each visitor's first visit of these: `website_id, visitor_hash, slot`. */
  firstVisits: Sql;
  /**
   * What was viewed in the range, in any number of rows a path: `path, views, sessions, bounced, timed_views, spent_ms`.
   * Filters by page select views here instead of sessions (contract §3), unless views of whole sessions are wanted.
   */
  pages: Sql;
  /** Pageviews of the range, by filters as `pages`. */
  pageviews: Sql;
  /** Goals and payments of the range whose credited sessions pass the filters, and what else reached a goal. */
  credits: Sql;
  /** The payments among them. */
  payments: Sql;
  /** Hits of the range, of sessions that have traffic in it and pass the filters. */
  hits: Sql;
  /** Goals and custom events of the range, likewise, and what else reached a goal. */
  conversions: Sql;
  /** Without those that goals add. */
  recordedConversions: Sql;
  /** Automatic events of the range, of sessions that pass the filters, whenever these had traffic. */
  automatics: Sql;
  /** Those of the range by AI operators. Programs have no session: filters that select people leave them as they are. */
  crawls: Sql;
  /** Whether a session that is named by `session_hash` and its facts passes the filters. */
  passes: Sql;
  isFiltered: boolean;
  /** Whether `countVisitors` is a sum over visits, by these facts. */
  sumsVisitors(facts: readonly (keyof SessionFacts)[]): boolean;
};

export function buildRelations(
  sources: Sources,
  span: Required<Span>,
  { session: ofFacts, crawls: ofCrawls, sessions, pages, countsViews }: Narrowing,
): Relations {
  const session = and(ofFacts, ...sessions.map((condition) => buildChosen(sources, condition)));
  const isFiltered = session !== always || pages.length > 0;
  const cut = findCut(span);
  const first = firstSlotOf(span);
  // A bucket of a zone may begin before 1970, where the -1 for "no previous visit" would lie inside it.
  const notBeforeRecords = (since: Sql) => (span.from < 0 ? sql`greatest(${since}, 0)` : since);
  const passes = and(session, ...pages.map((page) => buildViewed(sources, page)));
  const where = (rows: Sql, condition: Sql) =>
    condition === always ? rows : sql`(SELECT * FROM ${rows} WHERE ${condition})`;
  const visits = where(cut ? buildCutVisits(sources, cut) : sources.visits(span), passes);
  const beforeEnd = cut ? sql`ts < ${bind.instant(span.to)}` : always;
  const credits = where(sources.credits(span), and(beforeEnd, passes));
  const isWantedPage = and(
    ...pages.map(({ matches, isWanted }) => (isWanted ? matches : sql`NOT ${matches}`)),
  );
  // With `of sessions` the views of whole sessions, else only the views of the chosen pages.
  const [ofViewing, isViewed] = countsViews === 'of sessions' ? [passes, always] : [session, isWantedPage];
  const reachedCredits = sources.reached && where(sources.reached.credits(span), passes);
  const ofPassing = sql`session_hash IN (SELECT session_hash FROM ${visits})`;
  const ofEverPassing = sql`session_hash IN (SELECT session_hash FROM ${where(sources.visits({}), passes)})`;
  const isAmong = (rows: Sql) =>
    sql`(visitor_hash, ts, seq) IN (SELECT visitor_hash, ts, seq FROM ${rows} AS among)`;
  const recordedConversions = where(
    sources.conversions(span),
    isFiltered ? sql`CASE WHEN session_id = '' THEN ${isAmong(credits)} ELSE ${ofPassing} END` : always,
  );
  const reachedConversions =
    sources.reached &&
    where(sources.reached.conversions(span), isFiltered && reachedCredits ? isAmong(reachedCredits) : always);
  // Any visit of a slot may be the one that counts the visitor, so a range must hold all visits of a slot or none.
  const findPrevious = (facts: readonly (keyof SessionFacts)[]) =>
    isFiltered || cut || !sources.isOneWebsite ? undefined : sources.previousVisit(facts);
  const previous = findPrevious([]);
  return {
    visits,
    sumsVisitors: (facts) => findPrevious(facts) !== undefined,
    countVisitors(facts = [], since = whole(first)) {
      const previous = findPrevious(facts);
      return previous
        ? sql`count(*) FILTER (WHERE ${previous} < ${notBeforeRecords(since)})`
        : sql`count(DISTINCT visitor_hash)`;
    },
    firstVisits: previous
      ? sql`(SELECT website_id, visitor_hash, slot FROM ${visits} AS visit WHERE ${previous} < ${whole(first)})`
      : sql`(
          SELECT website_id, visitor_hash, min(visit.slot) AS slot FROM ${visits} AS visit
          GROUP BY website_id, visitor_hash)`,
    pages: where(buildPages(sources, span, ofViewing, cut), isViewed),
    pageviews: where(
      sources.hits(span),
      and(sql`type = 'pageview'`, buildOfSession(sources, span, ofViewing), isViewed),
    ),
    credits: withMore(creditColumns, credits, reachedCredits),
    payments: sql`(SELECT * FROM ${credits} AS credit WHERE class != '')`,
    hits: where(sources.hits(span), isFiltered ? ofPassing : always),
    conversions: withMore(conversionColumns, recordedConversions, reachedConversions),
    recordedConversions,
    automatics: where(sources.automatics(span), isFiltered ? ofEverPassing : always),
    crawls: where(
      sql`(SELECT *, operator AS ai_operator FROM ${sources.crawls(span)} AS crawl WHERE operator != '')`,
      ofCrawls,
    ),
    passes,
    isFiltered,
  };
}

function buildOfSession(sources: Sources, span: Required<Span>, session: Sql): Sql {
  return session === always
    ? always
    : sql`session_hash IN (SELECT session_hash FROM ${sources.visits(span)} WHERE ${session})`;
}

function withMore(columns: Sql, rows: Sql, more: Sql | undefined): Sql {
  if (!more) return rows;
  return sql`(SELECT ${columns} FROM ${rows} AS recorded UNION ALL SELECT ${columns} FROM ${more} AS reached)`;
}

/** No record lies before the first slot. */
function firstSlotOf({ from }: Required<Span>): number {
  return Math.max(0, slotFrom(from));
}

/** A session is counted on the row of its first view of the path in the range; filters take all of its rows or none. */
function buildPages(sources: Sources, span: Required<Span>, session: Sql, cut: Cut | undefined): Sql {
  const columns = sql`path, views, sessions, bounced, timed_views, spent_ms`;
  const ofSession = buildOfSession(sources, span, session);
  const selectFrom = (pages: Sql) => sql`
    SELECT path, views, CASE WHEN previous < ${whole(firstSlotOf(span))} THEN 1 ELSE 0 END AS sessions, bounced,
      timed_views, spent_ms
    FROM ${pages} AS page WHERE ${ofSession}`;
  const { whole: slots } = cut ?? { whole: span };
  const ofSlots =
    session === always && sources.pageTotals
      ? sql`SELECT ${columns} FROM ${sources.pageTotals(slots)} AS total`
      : selectFrom(sources.pages(slots));
  return sql`(${unionAll([ofSlots, ...(cut ? [selectFrom(buildCutPages(sources, cut))] : [])])})`;
}

function buildChosen(sources: Sources, { select, isWanted }: SessionCondition): Sql {
  return isAmongSessions(select(sources), isWanted);
}

/** A session passes `page` when it viewed one of the pages at any time, and a negated `page` when it viewed none. */
function buildViewed(sources: Sources, { matches, isWanted }: PageCondition): Sql {
  return isAmongSessions(sql`SELECT session_hash FROM ${sources.pages({})} WHERE ${matches}`, isWanted);
}

/** Every relation of a filtered report has this condition. */
function isAmongSessions(sessions: Sql, isWanted: boolean): Sql {
  const found = new DerivedOnce(sessions);
  // By its name, a column that is called something else would be that of the row outside, which is always among them.
  const among = sql`(SELECT * FROM ${found} AS found)`;
  return isWanted ? sql`session_hash IN ${among}` : sql`session_hash NOT IN ${among}`;
}

import {
  always,
  and,
  type Bound,
  bind,
  hasSubquery,
  type SharedParts,
  SharedRows,
  type Sql,
  sql,
  unionAll,
} from '../../store/analytics/sql.ts';
import type { DateRange } from '../question/date-range.ts';
import type { Filter } from '../question/filters.ts';
import {
  areFewDays,
  areLastDays,
  buildIsOpen,
  buildIsSettled,
  hasOpenDays,
  hasOpenDaysOutside,
  type OpenDays,
  type OpenPart,
} from './open-days.ts';

/**
 * All that a report can read. Each table is named here once, already bound to the workspace and its websites,
 * and reports have no other way to name one: a report cannot forget whose data it reads.
 */
export type Scope = {
  /** Pageviews and custom events. */
  hits: Sql;
  /** The same, and how long views were visible. */
  hitsAndLeaves: Sql;
  /** Of the sessions that have a hit in the range all records, whenever, and those of other sessions in its days. */
  hitsAround: Source;
  /** The days on which the sessions that have such a recent record have any, and at times one more. */
  daysOfSessions(which: Sql): Sql;
  conversions: Sql;
  payments: Sql;
  /** The same two by the columns asked for. */
  conversionsWith: Source;
  paymentsWith: Source;
  identities: Sql;
  /** Of all of these, leaves apart, the records of the last day and those dated ahead, sorted by time. */
  recentRecords: Source;
  crawls: Sql;
  drops: Sql;
  settled: SettledScope;
  /** Rows of what is not settled, which is little, and the same for all reports of the range. */
  share(rows: Omit<SharedParts, 'workspaceId' | 'websiteIds'>): Sql;
  range: DateRange;
  /** The same over another range. */
  over(range: DateRange): Scope;
  /** Whether a record lies in the range. */
  within: Sql;
  from: Bound;
  to: Bound;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  /** Whether records of one website alone are read. */
  isOneWebsite: boolean;
  /** Unix milliseconds. */
  now: number;
  /** When the oldest record was accepted that the engine does not have yet. */
  oldestPendingAt: number | undefined;
  limit: number;
};

/** Rows with these columns for which `which` holds: the engine takes longer to plan a query, the more it names. */
export type Source = (columns: Sql, which?: Sql) => Sql;

/** With a `GROUP BY` the columns are those of groups. To group in a query around it would take longer to plan. */
export type Grouping = (columns: Sql, which?: Sql, groupBy?: Sql) => Sql;

/** What is known of the settled days of the range, undefined where none is, and the records that this leaves out. */
export type SettledScope = {
  sessions: Grouping | undefined;
  pages: Source | undefined;
  /** How many visitors came on a day, those of loose sessions included. */
  days: Source | undefined;
  credits: Grouping | undefined;
  /** Whether a row with `website_id, day` is on a day that is not settled; undefined where all of the range are. */
  isOpen: Sql | undefined;
  /** Hits and leaves of the sessions that are not in `sessions`. */
  looseHits: Source;
  /** Whether they are too many to be worked out with all facts. */
  isTooMuchToShare: boolean;
  /** Whether there may be many of them, and whether many may be of sessions without a hit in the range. */
  hasManyLoose: boolean;
  hasLooseOutside: boolean;
  /** Whether a goal or payment is not in `credits`; undefined where all of the range are in it. */
  isLooseCredit: Sql | undefined;
  /** Where the session that such a goal or payment is credited to is looked for, and where it is for any. */
  searched: Searched;
  everything: Searched;
};

/** The sessions that began since, of whatever range: those of settled days, and the records of all others. */
export type Searched = {
  sessions: Source | undefined;
  looseHits: Source;
  /** undefined where none is left out. */
  since: Bound | undefined;
};

export type ScopeOptions = {
  workspaceId: string;
  websiteIds: readonly string[];
  range: DateRange;
  openDays: OpenDays;
  /** Whether the session that a goal or payment of an open day is credited to is looked for in all that there is. */
  searchesAll?: boolean;
  /** Whether what is not settled is too much to be worked out with all facts, or with the sessions of all visitors. */
  sparesMemory?: boolean;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  now: number;
  oldestPendingAt: number | undefined;
  limit: number;
};

// A range that ends before 1970 holds nothing; the engine's instants are bound without a sign.
const notNegative = (instant: number) => Math.max(0, instant);

function buildMine(workspaceId: string, websiteIds: readonly string[]): Sql {
  return sql`workspace_id = ${bind.string(workspaceId)} AND website_id IN ${bind.strings(websiteIds)}`;
}

export function buildScope(options: ScopeOptions): Scope {
  const mine = buildMine(options.workspaceId, options.websiteIds);
  const from = bind.instant(notNegative(options.range.from));
  const to = bind.instant(notNegative(options.range.to));
  const days = buildDays(options.range);
  const settled = buildSettledScope(mine, days, options);
  return {
    hits: sql`(SELECT * FROM hits WHERE ${mine} AND type != 'leave')`,
    hitsAndLeaves: sql`(SELECT * FROM hits WHERE ${mine})`,
    hitsAround: settled.sessions
      ? (columns, which = always) => sql`(
        ${select(columns, sql`hits`, sql`${mine} AND ${days.within}`, which)}
        UNION ALL ${settled.looseHits(columns, and(sql`NOT ${days.within}`, which))})`
      : settled.looseHits,
    daysOfSessions: (which) => sql`(
      SELECT day FROM session_days WHERE session_key IN (
        SELECT session_key FROM recent_records WHERE ${mine} AND ${which}))`,
    conversions: sql`(SELECT * FROM conversions WHERE ${mine})`,
    payments: sql`(SELECT * FROM payments WHERE ${mine})`,
    conversionsWith: (columns, which = always) => sql`(${select(columns, sql`conversions`, mine, which)})`,
    paymentsWith: (columns, which = always) => sql`(${select(columns, sql`payments`, mine, which)})`,
    identities: sql`(SELECT * FROM identities WHERE ${mine})`,
    // The sort order leaves few rows: what is to be read of them first takes the engine longer to plan than to read.
    recentRecords: (columns, which = always) =>
      sql`(
        SELECT ${columns} FROM recent_records WHERE ${and(mine, which)}
        SETTINGS optimize_move_to_prewhere = 0)`,
    crawls: sql`(SELECT * FROM crawls WHERE ${mine})`,
    drops: sql`(SELECT * FROM drops WHERE ${mine})`,
    settled,
    share: (rows) =>
      settled.sessions
        ? sql`${new SharedRows({ ...rows, workspaceId: options.workspaceId, websiteIds: options.websiteIds })}`
        : sql`(${rows.alone})`,
    range: options.range,
    over: (range) => buildScope({ ...options, range }),
    // The day goes with it because the tables are sorted by it.
    within: days.areWhole ? days.within : sql`(${days.within} AND ts >= ${from} AND ts < ${to})`,
    from,
    to,
    filters: options.filters,
    isOneWebsite: options.websiteIds.length === 1,
    ownDomains: options.ownDomains,
    now: options.now,
    oldestPendingAt: options.oldestPendingAt,
    limit: options.limit,
  };
}

/** The days in UTC that the range touches. */
type Days = { first: Bound; last: Bound; within: Sql; areWhole: boolean };

const dayMs = 86_400_000;

function buildDays({ from, to }: DateRange): Days {
  const first = bind.day(notNegative(from));
  // Nothing lies in a range that ends before 1970.
  const last = bind.day(notNegative(to - 1));
  return { first, last, within: buildWithin(from, to), areWhole: from % dayMs === 0 && to % dayMs === 0 };
}

function buildWithin(from: number, to: number): Sql {
  const isEmpty = to <= Math.max(from, 0);
  return isEmpty ? sql`(0)` : sql`(day >= ${bind.day(notNegative(from))} AND day <= ${bind.day(to - 1)})`;
}

/**
 * A session is either in `settled_sessions`, or all its records are loose: those of open days, and of settled days
 * those that were copied because their session also has records on other days.
 */
function buildSettledScope(
  mine: Sql,
  { first, last, within }: Days,
  { websiteIds, range, openDays, searchesAll = false, sparesMemory = false }: ScopeOptions,
): SettledScope {
  const { traffic, credits } = openDays;
  const isOpen = buildIsOpen(websiteIds, traffic);
  const isSettled = buildIsSettled(websiteIds, traffic);
  const isLooseCredit = hasOpenDays(credits, String(first.value), String(last.value))
    ? buildIsOpen(websiteIds, credits)
    : undefined;
  // Each condition takes its time over a million rows, so there is none that another one implies.
  const settledWithin = (part: OpenPart) =>
    areLastDays(part)
      ? buildWithin(range.from, Math.min(range.to, part.settledUntil))
      : sql`${within} AND ${buildIsSettled(websiteIds, part)}`;
  const from =
    (table: Sql, condition: Sql): Grouping =>
    (columns, which = always, groupBy = sql``) =>
      sql`(${select(columns, table, sql`${mine} AND ${condition}`, which)} ${groupBy})`;
  const fromSettled = (table: Sql, days: Sql): Grouping | undefined =>
    traffic.isSettled ? from(table, days) : undefined;
  const looseHitsOf =
    (strays: Sql): Source =>
    (columns, which = always) =>
      sql`(${unionAll([
        select(columns, sql`hits`, and(mine, isOpen), which),
        traffic.isSettled
          ? select(columns, sql`stray_hits`, sql`${mine} AND ${strays} AND ${isSettled}`, which)
          : undefined,
      ])})`;
  const everything: Searched = {
    sessions: fromSettled(sql`settled_sessions`, sql`day <= ${last} AND ${isSettled}`),
    looseHits: looseHitsOf(sql`first_day <= ${last}`),
    since: undefined,
  };
  return {
    sessions: fromSettled(sql`settled_sessions`, settledWithin(traffic)),
    pages: fromSettled(sql`settled_pages`, settledWithin(traffic)),
    days: fromSettled(sql`settled_days`, settledWithin(traffic)),
    isOpen: hasOpenDays(traffic, String(first.value), String(last.value)) ? isOpen : undefined,
    credits: credits.isSettled
      ? from(sql`settled_credits`, isLooseCredit ? settledWithin(credits) : within)
      : undefined,
    looseHits: looseHitsOf(sql`last_day >= ${first} AND first_day <= ${last}`),
    isTooMuchToShare: sparesMemory,
    hasManyLoose: sparesMemory || !areFewDays(traffic),
    hasLooseOutside: hasOpenDaysOutside(traffic, String(first.value), String(last.value)),
    isLooseCredit,
    searched: traffic.isSettled && !searchesAll ? buildRecent() : everything,
    everything,
  };

  /** The last settled day has what began before midnight and goes on. */
  function buildRecent(): Searched {
    const since = notNegative(traffic.settledUntil - dayMs);
    const day = bind.day(since);
    return {
      sessions: fromSettled(sql`settled_sessions`, sql`day >= ${day} AND day <= ${last} AND ${isSettled}`),
      looseHits: looseHitsOf(sql`last_day >= ${day} AND first_day <= ${last}`),
      since: bind.instant(since),
    };
  }
}

export function narrow(rows: Grouping, condition: Sql): Grouping {
  return (columns, which = always, groupBy = sql``) => rows(columns, and(condition, which), groupBy);
}

/**
 * A cluster understands a condition that asks other tables only outside of the brackets. They are left out where they
 * can be, because in them all columns are named.
 */
function select(columns: Sql, table: Sql, condition: Sql, which: Sql): Sql {
  return hasSubquery(which)
    ? sql`SELECT ${columns} FROM (SELECT * FROM ${table} WHERE ${condition}) WHERE ${which}`
    : sql`SELECT ${columns} FROM ${table} WHERE ${and(condition, which)}`;
}

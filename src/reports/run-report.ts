/**
 * Reports: one declaration a report, one way to run any of them. What lives here: parameters, filters, dates,
 * the SQL of each report. What must not: HTTP, keys, anything that writes.
 */
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import {
  type Analytics,
  AnswerRefused,
  type EngineResult,
  EngineUnavailable,
  MemoryExceeded,
  PatternRefused,
  QueryCancelled,
} from '../store/analytics/open-analytics.ts';
import { renderSql, type Sql } from '../store/analytics/sql.ts';
import type { Report } from './define-report.ts';
import {
  buildAllTime,
  buildLookback,
  type DateNames,
  type DateRange,
  metricsDates,
  parseGivenDays,
  refuseMissingDays,
  requireBothDays,
  restDates,
  type Today,
} from './question/date-range.ts';
import {
  buildPatternCheck,
  type Filter,
  parseDashboardFilters,
  parseFilters,
  refuseUnsupportedFilters,
} from './question/filters.ts';
import { parseLimit, parseLimitIfGiven, timeZone } from './question/parameters.ts';
import { findSingle, type RawQuery } from './question/raw-query.ts';
import { everyDayOpen, findOpenDays, type OpenDays, withCutDays } from './rows/open-days.ts';
import { buildScope } from './rows/scope.ts';

export type ReportResult = EngineResult & { data_status: 'ok' | 'delayed' };

/** How a report is asked for. `signal` is aborted when nobody waits for it any more. */
export type Asking = { signal?: AbortSignal | undefined };

/** Whose report it is: all of it comes from the key, nothing from the request. */
export type Reader = { workspaceId: WorkspaceId; retentionDays: number | null };

/** What reports need to know of the workspace's websites. */
export type WebsiteDirectory = {
  has(workspaceId: WorkspaceId, publicId: string): Promise<boolean>;
  publicIds(workspaceId: WorkspaceId): Promise<readonly string[]>;
  ownDomains(workspaceId: WorkspaceId): Promise<readonly string[]>;
};

export type ReportRunner = {
  /** The REST endpoints: one website, which must be named. */
  runRest(report: Report, reader: Reader, query: RawQuery, asking?: Asking): Promise<ReportResult>;
  /** The lower-level endpoint: all websites of the workspace unless one is named, the last 30 days. */
  runMetrics(report: Report, reader: Reader, query: RawQuery, asking?: Asking): Promise<ReportResult>;
};

export type ReportRunnerOptions = {
  analytics: Analytics;
  websites: WebsiteDirectory;
  clock: Clock;
  /** When the oldest record was accepted that is not yet in the engine. */
  oldestPendingAt(): Promise<number | undefined>;
  /**
   * The dashboard asks the same reports more than the API promises: days in `tz`, filters by channel, keyword and
   * language, and filters of reports that ignore them in the API.
   */
  forDashboard?: boolean;
};

const defaultDays = 30;
const delayedAfterMs = 10_000;
const rememberForMs = 600_000;

export function createReportRunner(options: ReportRunnerOptions): ReportRunner {
  const { analytics, websites, clock, forDashboard = false } = options;
  const searchedWhole = createRecent(clock, rememberForMs);
  const large = createRecent(clock, rememberForMs);

  async function requireWebsite(reader: Reader, publicId: string): Promise<readonly string[]> {
    if (!(await websites.has(reader.workspaceId, publicId))) throw new ApiError('forbidden');
    return [publicId];
  }

  async function run(
    report: Report,
    reader: Reader,
    query: RawQuery,
    websiteIds: readonly string[],
    dates: DateNames,
    asking: Asking,
  ): Promise<ReportResult> {
    refuseUnsupportedFilters(query);
    const today: Today = { now: clock(), retentionDays: reader.retentionDays };
    const zone = forDashboard ? timeZone.parse(query) : 'UTC';
    const parseRangeWith = parseRange(report, query, dates, today, zone);
    const filters = parseOwnFilters(report, query);
    const inputs = parseInputs(report, query);
    const range = parseRangeWith(inputs);
    const limit = parseRows(report, query);
    const ownDomains = await websites.ownDomains(reader.workspaceId);
    const scope = {
      workspaceId: reader.workspaceId,
      websiteIds,
      range,
      openDays: await openDaysFor(report, reader, websiteIds, range),
      filters,
      ownDomains,
      now: today.now,
      oldestPendingAt: await options.oldestPendingAt(),
      limit,
    };
    const ask = (question: Sql) => runOnEngine(() => analytics.query(question, asking));
    await refuseBadPatterns(ask, filters);
    const build = (care: Care) => report.sql(buildScope({ ...scope, ...care }), inputs);
    const result = await askSimplyFirst(websiteIds, build, ask);
    return { ...showJson(report, result), data_status: await dataStatus(today.now) };
  }

  /**
   * Nearly all goals and payments of open days are credited to sessions of the last days, so these alone are searched
   * first; and nearly all open days are small enough to be worked out the quick way. Where that does not do, it will not
   * do for the next report either.
   */
  async function askSimplyFirst(
    websiteIds: readonly string[],
    build: (care: Care) => Sql,
    ask: (question: Sql) => Promise<EngineResult>,
  ): Promise<EngineResult> {
    const websites = websiteIds.join(' ');
    let care = { searchesAll: searchedWhole.has(websites), sparesMemory: large.has(websites) };
    for (;;) {
      const question = build(care);
      try {
        return await ask(question);
      } catch (error) {
        if (error instanceof AnswerRefused && !care.searchesAll) {
          care = { ...care, searchesAll: true };
          searchedWhole.add(websites);
        } else if (isOutOfMemory(error) && !isSame(question, build({ ...care, sparesMemory: true }))) {
          care = { ...care, sparesMemory: true };
          large.add(websites);
        } else {
          throw error;
        }
      }
    }
  }

  /** A report with a window of its own looks at records alone. */
  async function openDaysFor(
    report: Report,
    reader: Reader,
    websiteIds: readonly string[],
    range: DateRange,
  ): Promise<OpenDays> {
    if (report.dates === 'none') return everyDayOpen;
    const open = await runOnEngine(() => findOpenDays(analytics, reader.workspaceId, websiteIds));
    return report.dates === 'since' ? open : withCutDays(open, websiteIds, range);
  }

  function parseOwnFilters(report: Report, query: RawQuery): Filter[] {
    if (forDashboard) return report.dates === 'none' ? [] : parseDashboardFilters(query);
    return report.takesFilters ? parseFilters(query) : [];
  }

  async function dataStatus(now: number): Promise<'ok' | 'delayed'> {
    const oldest = await options.oldestPendingAt();
    return oldest !== undefined && now - oldest > delayedAfterMs ? 'delayed' : 'ok';
  }

  return {
    async runRest(report, reader, query, asking = {}) {
      const publicId = findSingle(query, 'website_id', 'invalid_website_id');
      if (publicId === undefined) throw new ApiError('website_id_required');
      return run(report, reader, query, await requireWebsite(reader, publicId), restDates, asking);
    },
    async runMetrics(report, reader, query, asking = {}) {
      const publicId = findSingle(query, 'website_id', 'invalid_website_id');
      const websiteIds =
        publicId === undefined
          ? await websites.publicIds(reader.workspaceId)
          : await requireWebsite(reader, publicId);
      return run(report, reader, query, websiteIds, metricsDates, asking);
    },
  };
}

/** What makes a statement slower, and able to answer where the simple one is not. */
type Care = { searchesAll: boolean; sparesMemory: boolean };

type Inputs = Record<string, unknown>;

function parseInputs(report: Report, query: RawQuery): Inputs {
  return Object.fromEntries(
    Object.entries(report.parameters).map(([name, parameter]) => [name, parameter.parse(query)]),
  );
}

/** Dates are checked before the other parameters, but a look-back needs two of those: hence in two steps. */
function parseRange(
  report: Report,
  query: RawQuery,
  names: DateNames,
  today: Today,
  zone: string,
): (inputs: Inputs) => DateRange {
  if (report.dates === 'none') return () => buildAllTime(undefined, today);
  if (report.dates === 'days' && names === restDates) refuseMissingDays(query, names);
  const given = parseGivenDays(report.dates === 'since' ? { ...query, [names.to]: undefined } : query, names);
  switch (report.dates) {
    case 'since':
      return () => buildAllTime(given.from, today);
    case 'lookback':
      return ({ lookback_days, tz }) => buildLookback(given, Number(lookback_days), String(tz), today);
    case 'days': {
      const range =
        names === restDates
          ? requireBothDays(given, zone, today)
          : buildLookback(given, defaultDays, zone, today);
      return () => range;
    }
  }
}

function parseRows(report: Report, query: RawQuery): number {
  if (report.defaultLimit !== undefined) return parseLimit(query, report.defaultLimit);
  return parseLimitIfGiven(query) ?? Number.MAX_SAFE_INTEGER;
}

async function refuseBadPatterns(
  ask: (question: Sql) => Promise<EngineResult>,
  filters: readonly Filter[],
): Promise<void> {
  for (const { filter, check } of buildPatternCheck(filters)) {
    try {
      await ask(check);
    } catch (error) {
      if (!(error instanceof PatternRefused)) throw error;
      const reason = 'not a regular expression that RE2 understands';
      throw new ApiError('invalid_filter', {
        message: `${filter.name}: ${reason}`,
        details: { filter: filter.name, reason },
      });
    }
  }
}

function isSame(one: Sql, other: Sql): boolean {
  return renderSql(one).text === renderSql(other).text;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof ApiError && error.cause instanceof MemoryExceeded;
}

async function runOnEngine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof PatternRefused || cause instanceof AnswerRefused) throw cause;
    // Nobody reads this answer, and nothing went wrong that the log should tell.
    if (cause instanceof QueryCancelled) throw new ApiError('upstream_unavailable');
    throw new ApiError(cause instanceof EngineUnavailable ? 'upstream_unavailable' : 'analytics_error', {
      cause,
    });
  }
}

/** Objects are kept as JSON text in the engine and shown as what they are. */
function showJson(report: Report, result: EngineResult): EngineResult {
  const names = report.columns.filter(({ kind }) => kind === 'json').map(({ name }) => name);
  if (names.length === 0) return result;
  const data = result.data.map((row) => ({
    ...row,
    ...Object.fromEntries(names.map((name) => [name, JSON.parse(String(row[name]))])),
  }));
  const meta = result.meta.map((column) =>
    names.includes(column.name) ? { ...column, type: 'JSON' } : column,
  );
  return { ...result, data, meta };
}

/** What was added within the last while. */
function createRecent(clock: Clock, whileMs: number) {
  const addedAt = new Map<string, number>();
  const isRecent = (at: number | undefined) => at !== undefined && clock() - at < whileMs;
  return {
    has: (name: string) => isRecent(addedAt.get(name)),
    add(name: string) {
      for (const [old, at] of addedAt) if (!isRecent(at)) addedAt.delete(old);
      addedAt.set(name, clock());
    },
  };
}

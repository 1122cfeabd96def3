/**
 * Reports: one declaration a report, one way to run any of them. What lives here: parameters, filters, dates,
 * the SQL of each report. What must not: HTTP, keys, anything that writes.
 */
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { mapYielding } from '../contract/map-yielding.ts';
import { findPresent, maximumRows, parseLimitIfGiven, timeZone } from '../contract/parameters.ts';
import { findSingle, parseWholeNumber, type RawQuery } from '../contract/raw-query.ts';
import { prepareZone } from '../contract/time-zone.ts';
import type { WebsiteDirectory } from '../contract/website-directory.ts';
import type { Answer, SharedEngine, Statistics } from '../store/analytics/analytics-engine.ts';
import { withGoals } from '../store/analytics/definitions/goals.ts';
import { PatternRefused } from '../store/analytics/engine-errors.ts';
import { inCurrency } from '../store/analytics/in-currency.ts';
import type { Sources } from '../store/analytics/relations.ts';
import type { Sql } from '../store/analytics/sql.ts';
import { buildMeta, type ColumnMeta, presentColumns, showRow } from './columns.ts';
import type { Report } from './define-report.ts';
import {
  buildAllTime,
  buildLookback,
  type DateNames,
  type DateRange,
  endAtClockTime,
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
import { type Model, model } from './question/models.ts';
import { type ReaderBounds, refuseBeyond, refuseRevenue, withoutRevenue } from './reader-bounds.ts';
import { buildScope, type RefusedRecords } from './rows/scope.ts';
import { runOnEngine } from './run-on-engine.ts';

export type ReportResult = {
  data: Record<string, unknown>[];
  meta: ColumnMeta[];
  rows: number;
  statistics: Statistics;
  data_status: 'ok' | 'delayed';
};

/** How a report is asked for. `signal` is aborted when nobody waits for it any more. */
export type Asking = { signal?: AbortSignal | undefined };

/** Whose report it is: all of it comes from the key, nothing from the request. */
export type Reader = {
  workspaceId: WorkspaceId;
  retentionDays: number | null;
  /** For a reader who may not see everything of the workspace. */
  bounds?: ReaderBounds | undefined;
};

export type ReportRunner = {
  /** The REST endpoints: one website, which must be named. */
  runRest(report: Report, reader: Reader, query: RawQuery, asking?: Asking): Promise<ReportResult>;
  /** The lower-level endpoint: all websites of the workspace unless one is named, the last 30 days. */
  runMetrics(report: Report, reader: Reader, query: RawQuery, asking?: Asking): Promise<ReportResult>;
};

export type ReportRunnerOptions = {
  analytics: Pick<SharedEngine, 'openSources' | 'query'>;
  websites: Pick<WebsiteDirectory, 'has' | 'publicIds' | 'ownDomains' | 'goals'>;
  clock: Clock;
  /** When the oldest record was accepted that is not yet in the engine. */
  oldestPendingAt(): Promise<number | undefined>;
  /** For these websites; zero where nobody counts them. */
  countRefused?(workspaceId: WorkspaceId, websiteIds: readonly string[]): RefusedRecords;
  /**
   * The dashboard's reports take more than the API promises: days in `tz`, an end at a time of the last day (so that a
   * day that is not over can be compared), more filters, and filters and an end for reports that ignore them in the
   * API. A filter by page selects whole sessions in the pages report too, so that all panels of a page are about the
   * same visits. With `model` all reports credit payments as attributed revenue does.
   */
  forDashboard?: boolean;
};

const defaultDays = 30;
/** A CSV file of the dashboard is built in memory. */
const mostRowsOfFile = 50_000;
const mostRowsSkipped = 1_000_000_000;
const delayedAfterMs = 10_000;
const noneRefused = { records: 0, lastAt: 0 };

export function createReportRunner(options: ReportRunnerOptions): ReportRunner {
  const { analytics, websites, clock, forDashboard = false } = options;

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
    const { bounds } = reader;
    if (bounds) refuseBeyond(bounds, report);
    refuseUnsupportedFilters(query, forDashboard);
    const today: Today = { now: clock(), retentionDays: reader.retentionDays };
    const zone = forDashboard ? timeZone.parse(query) : 'UTC';
    const parseRangeWith = parseRange(
      forDashboard ? withBothEnds(report, query, dates) : report,
      query,
      dates,
      today,
      zone,
    );
    const filters = [...parseOwnFilters(report, query), ...(bounds?.filters ?? [])];
    const inputs = parseInputs(report, query);
    if (bounds) refuseRevenue(bounds, inputs);
    const days = parseRangeWith(inputs);
    const range = forDashboard ? endAtClockTime(days, query, zone) : days;
    const limit = parseRows(report, query, forDashboard);
    const skip = forDashboard ? parseFirstRow(query) - 1 : 0;
    if (report.dates === 'lookback') await prepareZone(String(inputs.tz), range);
    const ownDomains = await websites.ownDomains(reader.workspaceId);
    const oldestPendingAt = await options.oldestPendingAt();
    const signal = asking.signal ?? neverAborted;
    const ask = askFor(reader.workspaceId, signal);
    await refuseBadPatterns(ask, filters);
    const goals = await websites.goals(reader.workspaceId);
    const stored = await runOnEngine(() =>
      analytics.openSources({ workspaceId: reader.workspaceId, websiteIds }, { signal }),
    );
    const ofWebsites = goals.filter(({ websiteId }) => websiteIds.includes(websiteId));
    const sources = chooseCurrency(withGoals(stored, ofWebsites), inputs);
    const countRefused = () => options.countRefused?.(reader.workspaceId, websiteIds) ?? noneRefused;
    const surroundings = { ownDomains, now: today.now, oldestPendingAt, countRefused };
    const countsViews = forDashboard ? 'of sessions' : 'of pages';
    const chosen = forDashboard && !bounds?.hidesRevenue ? findModel(query) : undefined;
    const scope = buildScope({
      sources,
      range,
      filters,
      countsViews,
      model: chosen,
      limit,
      skip,
      ...surroundings,
    });
    const answer = await ask(report.sql(scope, inputs));
    const result = await buildResult(report, inputs, answer);
    const shown = bounds?.hidesRevenue ? withoutRevenue(report, result) : result;
    return { ...shown, data_status: await dataStatus(today.now) };
  }

  const askFor =
    (workspaceId: WorkspaceId, signal: AbortSignal): Ask =>
    (question) =>
      runOnEngine(() => analytics.query(question, { workspaceId, signal }));

  function parseOwnFilters(report: Report, query: RawQuery): Filter[] {
    const others = withoutInputs(report, query);
    if (forDashboard) return report.dates === 'none' ? [] : parseDashboardFilters(others);
    return report.takesFilters ? parseFilters(others) : [];
  }

  async function dataStatus(now: number): Promise<'ok' | 'delayed'> {
    const oldest = await options.oldestPendingAt();
    return oldest !== undefined && now - oldest > delayedAfterMs ? 'delayed' : 'ok';
  }

  return {
    async runRest(report, reader, query, asking = {}) {
      const publicId = findWebsiteId(reader, query);
      if (publicId === undefined) throw new ApiError('website_id_required');
      return run(report, reader, query, await requireWebsite(reader, publicId), restDates, asking);
    },
    async runMetrics(report, reader, query, asking = {}) {
      const publicId = findWebsiteId(reader, query);
      const websiteIds =
        publicId === undefined
          ? await websites.publicIds(reader.workspaceId)
          : await requireWebsite(reader, publicId);
      return run(report, reader, query, websiteIds, metricsDates, asking);
    },
  };
}

/** A report may have a parameter of its own under the name of a filter. */
function withoutInputs({ parameters }: Report, query: RawQuery): RawQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(parameters, name)));
}

function chooseCurrency(sources: Sources, { currency }: Inputs): Sources {
  return typeof currency === 'string' ? inCurrency(sources, currency) : sources;
}

/** A reader who is bound to one website gets that one, whatever the question names. */
function findWebsiteId({ bounds }: Reader, query: RawQuery): string | undefined {
  return bounds?.websiteId ?? findSingle(query, 'website_id', 'invalid_website_id');
}

const neverAborted = new AbortController().signal;

type Ask = (question: Sql) => Promise<Answer>;

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

/** A report that takes only a beginning in the API takes both ends from the dashboard. */
function withBothEnds(report: Report, query: RawQuery, { to }: DateNames): Report {
  return report.dates === 'since' && query[to] !== undefined ? { ...report, dates: 'days' } : report;
}

/** With a model, all reports of the dashboard credit payments by it. */
const findModel = (query: RawQuery): Model | undefined =>
  query.model === undefined ? undefined : model.parse(query);

function parseRows(report: Report, query: RawQuery, forDashboard: boolean): number {
  const most = forDashboard && query.format === 'csv' ? mostRowsOfFile : maximumRows;
  return parseLimitIfGiven(query, most) ?? report.defaultLimit ?? Number.MAX_SAFE_INTEGER;
}

/** Lists of the dashboard are read in pages: `first_row` is where one begins, counted from 1. */
function parseFirstRow(query: RawQuery): number {
  const text = findPresent(query, 'first_row', 'invalid_limit');
  return text === undefined ? 1 : Math.min(parseWholeNumber(text, 'invalid_limit'), mostRowsSkipped);
}

async function refuseBadPatterns(ask: Ask, filters: readonly Filter[]): Promise<void> {
  for (const { filter, check } of buildPatternCheck(filters)) {
    try {
      await ask(check);
    } catch (error) {
      if (!(error instanceof ApiError && error.cause instanceof PatternRefused)) throw error;
      const reason = 'not a regular expression that RE2 understands';
      throw new ApiError('invalid_filter', {
        message: `${filter.name}: ${reason}`,
        details: { filter: filter.name, reason },
      });
    }
  }
}

async function buildResult(
  report: Report,
  inputs: Inputs,
  { rows, statistics }: Answer,
): Promise<Omit<ReportResult, 'data_status'>> {
  const columns = presentColumns(report.columns, inputs);
  const data = await mapYielding(rows, (row) => showRow(columns, row));
  return { data, meta: buildMeta(columns), rows: data.length, statistics };
}

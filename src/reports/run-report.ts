/**
 * Reports: one declaration a report, one way to run any of them. What lives here: parameters, filters, dates,
 * the SQL of each report. What must not: HTTP, keys, anything that writes.
 */
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { mapYielding } from '../contract/map-yielding.ts';
import { findSingle, type RawQuery } from '../contract/raw-query.ts';
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
import { type Inputs, parseQuestion } from './parse-question.ts';
import { type DateNames, metricsDates, restDates } from './question/date-range.ts';
import { buildPatternCheck, type Filter } from './question/filters.ts';
import { type ReaderBounds, withoutRevenue } from './reader-bounds.ts';
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
  /** What the dashboard may ask beyond the API: parse-question.ts. */
  forDashboard?: boolean;
};

const delayedAfterMs = 10_000;
const noneRefused = { records: 0, lastAt: 0 };
const neverAborted = new AbortController().signal;

export function createReportRunner(options: ReportRunnerOptions): ReportRunner {
  const { analytics, websites, clock, forDashboard = false } = options;

  async function run(
    report: Report,
    reader: Reader,
    query: RawQuery,
    websiteIds: readonly string[],
    dates: DateNames,
    { signal = neverAborted }: Asking,
  ): Promise<ReportResult> {
    const { workspaceId, retentionDays, bounds } = reader;
    const now = clock();
    const today = { now, retentionDays };
    const { inputs, ...question } = parseQuestion(report, query, { dates, today, bounds, forDashboard });
    if (report.dates === 'lookback') await prepareZone(String(inputs.tz), question.range);
    const ask = askFor(workspaceId, signal);
    await refuseBadPatterns(ask, question.filters);
    const scope = buildScope({
      ...question,
      sources: await openSources(workspaceId, websiteIds, inputs, signal),
      // Filters by page select whole sessions in the dashboard: all panels of a page are about the same visits.
      countsViews: forDashboard ? 'of sessions' : 'of pages',
      ownDomains: await websites.ownDomains(workspaceId),
      now,
      oldestPendingAt: await options.oldestPendingAt(),
      countRefused: () => options.countRefused?.(workspaceId, websiteIds) ?? noneRefused,
    });
    const answer = await ask(report.sql(scope, inputs));
    const result = await buildResult(report, inputs, answer);
    const shown = bounds?.hidesRevenue ? withoutRevenue(report, result) : result;
    return { ...shown, data_status: await dataStatus(now) };
  }

  /** The records of these websites, with the goals that their owners defined, in the currency that is asked for. */
  async function openSources(
    workspaceId: WorkspaceId,
    websiteIds: readonly string[],
    { currency }: Inputs,
    signal: AbortSignal,
  ): Promise<Sources> {
    const goals = await websites.goals(workspaceId);
    const stored = await runOnEngine(() => analytics.openSources({ workspaceId, websiteIds }, { signal }));
    const ofWebsites = goals.filter(({ websiteId }) => websiteIds.includes(websiteId));
    const sources = withGoals(stored, ofWebsites);
    return typeof currency === 'string' ? inCurrency(sources, currency) : sources;
  }

  const askFor =
    (workspaceId: WorkspaceId, signal: AbortSignal): Ask =>
    (question) =>
      runOnEngine(() => analytics.query(question, { workspaceId, signal }));

  async function dataStatus(now: number): Promise<'ok' | 'delayed'> {
    const oldest = await options.oldestPendingAt();
    return oldest !== undefined && now - oldest > delayedAfterMs ? 'delayed' : 'ok';
  }

  async function requireWebsite(reader: Reader, publicId: string): Promise<readonly string[]> {
    if (!(await websites.has(reader.workspaceId, publicId))) throw new ApiError('forbidden');
    return [publicId];
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

/** A reader who is bound to one website gets that one, whatever the question names. */
function findWebsiteId({ bounds }: Reader, query: RawQuery): string | undefined {
  return bounds?.websiteId ?? findSingle(query, 'website_id', 'invalid_website_id');
}

type Ask = (question: Sql) => Promise<Answer>;

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

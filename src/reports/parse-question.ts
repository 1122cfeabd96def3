import { findPresent, maximumRows, parseLimitIfGiven, timeZone } from '../contract/parameters.ts';
import { parseWholeNumber, type RawQuery } from '../contract/raw-query.ts';
import type { Report } from './define-report.ts';
import {
  buildAllTime,
  buildLookback,
  type DateNames,
  type DateRange,
  endAtClockTime,
  parseGivenDays,
  refuseMissingDays,
  requireBothDays,
  restDates,
  type Today,
} from './question/date-range.ts';
import {
  type Filter,
  parseDashboardFilters,
  parseFilters,
  refuseUnsupportedFilters,
} from './question/filters.ts';
import { type Model, model } from './question/models.ts';
import { type ReaderBounds, refuseBeyond, refuseRevenue } from './reader-bounds.ts';

/** What a request asks of a report. */
export type Question = {
  range: DateRange;
  filters: readonly Filter[];
  /** The report's own parameters. */
  inputs: Inputs;
  /** How payments are credited, where the dashboard chose it. */
  model: Model | undefined;
  limit: number;
  /** How many rows go before the first that is wanted. */
  skip: number;
};

export type Inputs = Record<string, unknown>;

export type QuestionContext = {
  dates: DateNames;
  today: Today;
  bounds: ReaderBounds | undefined;
  /**
   * The dashboard's reports take more than the API promises: days in `tz`, an end at a time of the last day (so that a
   * day that is not over can be compared), more filters, filters and an end for reports that ignore them in the API,
   * and with `model` all of them credit payments as attributed revenue does.
   */
  forDashboard: boolean;
};

const defaultDays = 30;
/** A CSV file of the dashboard is built in memory. */
const mostRowsOfFile = 50_000;
const mostRowsSkipped = 1_000_000_000;

/** Reads the query alone: what it says wrong is refused before anything is looked up. */
export function parseQuestion(report: Report, query: RawQuery, context: QuestionContext): Question {
  const { bounds, forDashboard } = context;
  if (bounds) refuseBeyond(bounds, report);
  refuseUnsupportedFilters(query, forDashboard);
  const zone = forDashboard ? timeZone.parse(query) : 'UTC';
  const buildDays = parseDays(report, query, zone, context);
  const filters = [...parseOwnFilters(report, query, forDashboard), ...(bounds?.filters ?? [])];
  const inputs = parseInputs(report, query);
  if (bounds) refuseRevenue(bounds, inputs);
  const days = buildDays(inputs);
  return {
    range: forDashboard ? endAtClockTime(days, query, zone) : days,
    filters,
    inputs,
    limit: parseRows(report, query, forDashboard),
    skip: forDashboard ? parseFirstRow(query) - 1 : 0,
    model: forDashboard && !bounds?.hidesRevenue ? findModel(query) : undefined,
  };
}

/** Dates are checked before the other parameters, but a look-back needs two of those: hence in two steps. */
function parseDays(
  report: Report,
  query: RawQuery,
  zone: string,
  { dates: names, today, forDashboard }: QuestionContext,
): (inputs: Inputs) => DateRange {
  const dates = forDashboard ? findDatesOfDashboard(report, query, names) : report.dates;
  if (dates === 'none') return () => buildAllTime(undefined, today);
  if (dates === 'days' && names === restDates) refuseMissingDays(query, names);
  const given = parseGivenDays(dates === 'since' ? { ...query, [names.to]: undefined } : query, names);
  switch (dates) {
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
function findDatesOfDashboard({ dates }: Report, query: RawQuery, { to }: DateNames): Report['dates'] {
  return dates === 'since' && query[to] !== undefined ? 'days' : dates;
}

function parseOwnFilters(report: Report, query: RawQuery, forDashboard: boolean): Filter[] {
  const others = withoutInputs(report, query);
  if (forDashboard) return report.dates === 'none' ? [] : parseDashboardFilters(others);
  return report.takesFilters ? parseFilters(others) : [];
}

/** A report may have a parameter of its own under the name of a filter. */
function withoutInputs({ parameters }: Report, query: RawQuery): RawQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !Object.hasOwn(parameters, name)));
}

function parseInputs({ parameters }: Report, query: RawQuery): Inputs {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, parameter.parse(query)]),
  );
}

function parseRows(report: Report, query: RawQuery, forDashboard: boolean): number {
  const most = forDashboard && query.format === 'csv' ? mostRowsOfFile : maximumRows;
  return parseLimitIfGiven(query, most) ?? report.defaultLimit ?? Number.MAX_SAFE_INTEGER;
}

/** Lists of the dashboard are read in pages: `first_row` is where one begins, counted from 1. */
function parseFirstRow(query: RawQuery): number {
  const text = findPresent(query, 'first_row', 'invalid_limit');
  return text === undefined ? 1 : Math.min(parseWholeNumber(text, 'invalid_limit'), mostRowsSkipped);
}

const findModel = (query: RawQuery): Model | undefined =>
  query.model === undefined ? undefined : model.parse(query);

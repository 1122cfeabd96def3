import {
  buildRelations,
  everything,
  type Narrowing,
  type Relations,
  type Sources,
} from '../../store/analytics/relations.ts';
import { type Bound, bind, type Sql, sql } from '../../store/analytics/sql.ts';
import type { DateRange } from '../question/date-range.ts';
import { buildNarrowing, type Filter } from '../question/filters.ts';
import type { Model } from '../question/models.ts';

/** All that the SQL of a report is made from. */
export type Scope = Relations & {
  /** Without filters, and beyond the range. */
  sources: Sources;
  range: DateRange;
  from: Bound;
  to: Bound;
  /** Whether a row with `ts` lies in the range. */
  within: Sql;
  /** The same over another range. */
  over(range: Pick<DateRange, 'from' | 'to'>): Scope;
  /** The same without filters. */
  unfiltered(): Scope;
  /** How payments are credited; undefined: to the visitor's last session, as in rows of the API (contract §5). */
  model: Model | undefined;
  ownDomains: readonly string[];
  /** Unix milliseconds. */
  now: number;
  /** When the oldest record was accepted that the engine does not have yet. */
  oldestPendingAt: number | undefined;
  countRefused(): RefusedRecords;
  limit: number;
  /** How many rows go before the first that is wanted. */
  skip: number;
};

/** Accepted records that the engine would not take, and when it last refused one, in Unix milliseconds. */
export type RefusedRecords = { records: number; lastAt: number };

export type ScopeOptions = {
  sources: Sources;
  range: DateRange;
  filters: readonly Filter[];
  countsViews?: Narrowing['countsViews'];
  model?: Model | undefined;
  ownDomains: readonly string[];
  now: number;
  oldestPendingAt: number | undefined;
  countRefused(): RefusedRecords;
  limit: number;
  skip?: number;
};

export function buildScope({ filters, countsViews, ...options }: ScopeOptions): Scope {
  return buildNarrowed(options, buildNarrowing(filters, countsViews));
}

function buildNarrowed(options: Omit<ScopeOptions, 'filters' | 'countsViews'>, narrowing: Narrowing): Scope {
  const { sources, range } = options;
  const from = bind.instant(range.from);
  const to = bind.instant(range.to);
  return {
    ...options,
    model: options.model,
    skip: options.skip ?? 0,
    ...buildRelations(sources, { from: range.from, to: range.to }, narrowing),
    from,
    to,
    within: sql`(ts >= ${from} AND ts < ${to})`,
    over: (other) => buildNarrowed({ ...options, range: { ...range, ...other } }, narrowing),
    unfiltered: () => buildNarrowed(options, everything),
  };
}

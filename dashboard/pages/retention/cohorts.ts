import { formatDay, formatMonth } from '../../format/dates.ts';
import { addDays, addMonths, type Day } from '../../view/day.ts';
import type { Range } from '../../view/period.ts';

/** A row of the retention_cohorts report. */
export type CohortRow = {
  cohort: string;
  period: number;
  cohort_size: string;
  retained: string;
  retention_rate: number;
};

export const sizes = {
  day: { one: 'day', many: 'Days' },
  week: { one: 'week', many: 'Weeks' },
  month: { one: 'month', many: 'Months' },
} as const;

export type Size = keyof typeof sizes;

/** `isOpen`: its time is not over, or goes on behind the range. */
export type CohortCell = CohortRow & { isOpen: boolean };

export type Cohort = {
  start: Day;
  /** The first day that counts, where that lies behind the start. */
  countedFrom: Day | undefined;
  size: number;
  cells: readonly CohortCell[];
};

export type Cut = { size: Size; range: Range; today: Day };

export function groupCohorts(rows: readonly CohortRow[], cut: Cut): Cohort[] {
  const cohorts = new Map<Day, CohortCell[]>();
  for (const row of rows) {
    const cell = { ...row, isOpen: isOpen(row, cut) };
    cohorts.set(row.cohort, [...(cohorts.get(row.cohort) ?? []), cell]);
  }
  return [...cohorts].map(([start, cells]) => ({
    start,
    countedFrom: start < cut.range.from ? cut.range.from : undefined,
    cells,
    size: Number(cells[0]?.cohort_size ?? 0),
  }));
}

function isOpen({ cohort, period }: CohortRow, { size, range, today }: Cut): boolean {
  const next = startAfter(cohort, period + 1, size);
  return next > today || next > addDays(range.to, 1);
}

function startAfter(start: Day, periods: number, size: Size): Day {
  return size === 'month' ? addMonths(start, periods) : addDays(start, periods * (size === 'week' ? 7 : 1));
}

export type Mean = { period: number; people: number; retained: number };

/** All cohorts for which a period is over, taken together: one that is not would pull its column down. */
export function addUp(cohorts: readonly Cohort[]): Mean[] {
  const longest = Math.max(0, ...cohorts.map(({ cells }) => cells.length));
  return Array.from({ length: longest }, (_, period) => {
    const reached = cohorts.filter(({ cells }) => period === 0 || cells[period]?.isOpen === false);
    return {
      period,
      people: sum(reached.map(({ size }) => size)),
      retained: sum(reached.map(({ cells }) => Number(cells[period]?.retained ?? 0))),
    };
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const formatCohort = (start: string, size: Size): string =>
  size === 'month' ? formatMonth(start) : formatDay(start);

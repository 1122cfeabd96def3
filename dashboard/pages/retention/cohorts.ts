import { formatDay, formatMonth } from '../../format/dates.ts';

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

export type Cohort = { start: string; size: number; cells: readonly CohortRow[] };

export function groupCohorts(rows: readonly CohortRow[]): Cohort[] {
  const cohorts = new Map<string, CohortRow[]>();
  for (const row of rows) cohorts.set(row.cohort, [...(cohorts.get(row.cohort) ?? []), row]);
  return [...cohorts].map(([start, cells]) => ({ start, cells, size: Number(cells[0]?.cohort_size ?? 0) }));
}

export type Mean = { period: number; people: number; retained: number };

/**
 * All cohorts that have reached a period, taken together. The last cell of each is left out: its time is not over,
 * and it would pull every column down.
 */
export function addUp(cohorts: readonly Cohort[]): Mean[] {
  const longest = Math.max(0, ...cohorts.map(({ cells }) => cells.length));
  return Array.from({ length: longest }, (_, period) => {
    const reached = cohorts.filter(({ cells }) => period === 0 || period < cells.length - 1);
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

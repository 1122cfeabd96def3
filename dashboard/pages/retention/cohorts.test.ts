import { describe, expect, it } from 'vitest';
import { addUp, groupCohorts } from './cohorts.ts';

const row = (cohort: string, period: number, retained: number, size: number) => ({
  cohort,
  period,
  cohort_size: String(size),
  retained: String(retained),
  retention_rate: (100 * retained) / size,
});

describe('cohorts taken together', () => {
  const cohorts = groupCohorts(
    [
      row('2026-01-05', 0, 10, 10),
      row('2026-01-05', 1, 4, 10),
      row('2026-01-05', 2, 2, 10),
      row('2026-01-12', 0, 30, 30),
      row('2026-01-12', 1, 1, 30),
    ],
    { size: 'week', range: { from: '2026-01-07', to: '2026-01-22' }, today: '2026-01-22' },
  );

  it('are lines of their first days', () => {
    expect(cohorts.map(({ start, size, cells }) => [start, size, cells.length])).toEqual([
      ['2026-01-05', 10, 3],
      ['2026-01-12', 30, 2],
    ]);
  });

  it('are marked where they begin before the range, and where a period is not over', () => {
    expect(cohorts.map(({ countedFrom }) => countedFrom)).toEqual(['2026-01-07', undefined]);
    expect(cohorts.map(({ cells }) => cells.map(({ isOpen }) => isOpen))).toEqual([
      [false, false, true],
      [false, true],
    ]);
    const months = groupCohorts([row('2026-01-01', 0, 5, 5), row('2026-01-01', 1, 5, 5)], {
      size: 'month',
      range: { from: '2026-01-01', to: '2026-02-27' },
      today: '2026-03-05',
    });
    expect(months[0]?.cells.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it('leave out the period that is not over', () => {
    expect(addUp(cohorts)).toEqual([
      { period: 0, people: 40, retained: 40 },
      { period: 1, people: 10, retained: 4 },
      { period: 2, people: 0, retained: 0 },
    ]);
  });
});

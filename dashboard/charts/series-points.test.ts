import { describe, expect, it } from 'vitest';
import { buildPoints, type SeriesRow, zoomTo } from './series-points.ts';

const row = (ts: string, value: number, parts: Partial<SeriesRow> = {}): SeriesRow => ({
  ts,
  value,
  revenue_new: 0,
  revenue_renewal: 0,
  revenue_refund: 0,
  ...parts,
});
const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day, index) =>
  row(`${day}T00:00:00.000Z`, index),
);
const build = (now: string, metric: 'visitors' | 'revenue' = 'visitors') =>
  buildPoints({ rows: days, compared: days.slice(0, 2), metric }, Date.parse(now));

describe('buildPoints', () => {
  it('puts what is compared beside it, as far as there is any', () => {
    const points = build('2026-04-01T00:00:00Z');
    expect(points.map(({ value, compared }) => [value, compared?.value])).toEqual([
      [0, 0],
      [1, 1],
      [2, undefined],
    ]);
  });

  it('knows what has not begun, and what still goes on', () => {
    const during = build('2026-03-02T12:00:00Z');
    expect(during.map(({ isPartial, isToCome }) => [isPartial, isToCome ?? false])).toEqual([
      [false, false],
      [true, false],
      [false, true],
    ]);
    expect(build('2026-03-03T23:00:00Z').map(({ isPartial }) => isPartial)).toEqual([false, false, true]);
    const over = build('2026-03-04T00:00:00Z');
    expect(over.some(({ isPartial, isToCome }) => isPartial || isToCome)).toBe(false);
  });

  it('splits revenue', () => {
    const parts = { revenue_new: 5, revenue_renewal: 3, revenue_refund: -2 };
    const rows = [row('2026-03-01T00:00:00.000Z', 6, parts)];
    const [point] = buildPoints({ rows, compared: undefined, metric: 'revenue' });
    expect(point?.stacks?.map(({ value }) => value)).toEqual([5, 3, -2]);
  });
});

describe('zoomTo', () => {
  const points = build('2026-04-01T00:00:00Z');
  const range = { from: '2026-03-01', to: '2026-03-03' };

  it('gives the days of the buckets, in their zone', () => {
    expect(zoomTo(points, 0, 1, { zone: 'UTC', range })).toEqual({ from: '2026-03-01', to: '2026-03-02' });
    expect(zoomTo(points, 1, 2, { zone: 'UTC', range })).toEqual({ from: '2026-03-02', to: '2026-03-03' });
  });

  it('changes nothing where everything is chosen', () => {
    expect(zoomTo(points, 0, 2, { zone: 'UTC', range })).toBeUndefined();
  });

  it('does not go before the range with a week that begins there', () => {
    const week = [row('2026-02-23T00:00:00.000Z', 1), row('2026-03-02T00:00:00.000Z', 1)];
    const weeks = buildPoints({ rows: week, compared: undefined, metric: 'visitors' });
    expect(zoomTo(weeks, 0, 0, { zone: 'UTC', range })).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  });
});

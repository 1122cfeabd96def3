import { describe, expect, it } from 'vitest';
import { placeAnnotations } from './place-annotations.ts';

const now = Date.parse('2026-03-20T12:00:00Z');
const daily = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => Date.parse(`${day}T00:00:00Z`));
const utc = { zone: 'UTC', range: { from: '2026-03-01', to: '2026-03-03' } };
const note = (day: string, at: string | null = null) => ({ id: `${day}${at}`, day, at, note: 'x' });

const place = (annotations: ReturnType<typeof note>[], starts: readonly number[], view = utc) =>
  placeAnnotations(annotations, starts, view, now).map(({ index, annotations: found }) => [
    index,
    found.map(({ id }) => id),
  ]);

describe('an annotation', () => {
  it('stands at its day, with others of that day in their order', () => {
    const late = note('2026-03-02', '2026-03-02T20:00:00Z');
    const early = note('2026-03-02', '2026-03-02T08:00:00Z');
    const whole = note('2026-03-02');
    expect(place([late, note('2026-03-03'), early, whole], daily)).toEqual([
      [1, [whole.id, early.id, late.id]],
      [2, ['2026-03-03null']],
    ]);
  });

  it('stands at the hour of its moment; a day at the first of its hours', () => {
    const hours = Array.from(
      { length: 24 },
      (_, hour) => Date.parse('2026-03-01T00:00:00Z') + hour * 3_600_000,
    );
    const moment = note('2026-03-01', '2026-03-01T15:40:00Z');
    expect(place([moment, note('2026-03-01')], hours)).toEqual([
      [0, ['2026-03-01null']],
      [15, [moment.id]],
    ]);
  });

  it('stands in the week or month that its day is a part of, also where that began before the range', () => {
    const weeks = ['2026-02-23', '2026-03-02'].map((day) => Date.parse(`${day}T00:00:00Z`));
    const view = { zone: 'UTC', range: { from: '2026-03-01', to: '2026-03-08' } };
    expect(place([note('2026-03-01'), note('2026-03-06'), note('2026-02-28')], weeks, view)).toEqual([
      [0, ['2026-03-01null']],
      [1, ['2026-03-06null']],
    ]);
  });

  it('goes by the zone that is looked at: its moment, but not its day', () => {
    const tokyo = { zone: 'Asia/Tokyo', range: { from: '2026-03-01', to: '2026-03-02' } };
    const starts = ['2026-02-28T15:00:00Z', '2026-03-01T15:00:00Z'].map((text) => Date.parse(text));
    const evening = note('2026-03-01', '2026-03-01T20:00:00Z');
    const before = note('2026-02-28', '2026-02-28T16:00:00Z');
    expect(place([evening, before, note('2026-03-01')], starts, tokyo)).toEqual([
      [0, ['2026-03-01null', before.id].sort()],
      [1, [evening.id]],
    ]);
  });

  it('is nowhere outside of the range, before it comes, or without a chart', () => {
    expect(place([note('2026-02-28'), note('2026-03-04')], daily)).toEqual([]);
    const view = { zone: 'UTC', range: { from: '2026-03-01', to: '2026-03-31' } };
    expect(place([note('2026-03-21')], daily, view)).toEqual([]);
    expect(place([note('2026-03-01')], [])).toEqual([]);
  });
});

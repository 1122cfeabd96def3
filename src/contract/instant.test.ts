import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay, parseInstant } from './instant.ts';

describe('parseInstant', () => {
  it.each([
    [0, 0],
    [1_709_251_200_000, 1_709_251_200_000],
    [1_709_251_200_000.9, 1_709_251_200_000],
    ['2024-03-01', Date.UTC(2024, 2, 1)],
    ['2024-03-01T12:34Z', Date.UTC(2024, 2, 1, 12, 34)],
    ['2024-03-01T12:34:56', Date.UTC(2024, 2, 1, 12, 34, 56)],
    ['2024-03-01 12:34:56Z', Date.UTC(2024, 2, 1, 12, 34, 56)],
    ['2024-03-01t12:34:56z', Date.UTC(2024, 2, 1, 12, 34, 56)],
    ['2024-03-01T12:34:56.7Z', Date.UTC(2024, 2, 1, 12, 34, 56, 700)],
    ['2024-03-01T12:34:56,789Z', Date.UTC(2024, 2, 1, 12, 34, 56, 789)],
    ['2024-03-01T12:34:56.123456789Z', Date.UTC(2024, 2, 1, 12, 34, 56, 123)],
    ['2024-03-01T00:30:00+01:00', Date.UTC(2024, 1, 29, 23, 30)],
    ['2024-03-01T00:30:00+0530', Date.UTC(2024, 1, 29, 19)],
    ['2024-02-29T22:00:00-03', Date.UTC(2024, 2, 1, 1)],
    ['  2024-03-01T12:00:00Z ', Date.UTC(2024, 2, 1, 12)],
    ['1970-01-01T00:00:00Z', 0],
  ])('reads %j', (value, instant) => {
    expect(parseInstant(value)).toBe(instant);
  });

  it.each([
    '',
    'now',
    '1709251200000',
    '2024-3-1',
    '2024-02-30',
    '2023-02-29T00:00:00Z',
    '2024-13-01',
    '2024-03-01T25:00:00Z',
    '2024-03-01T12:60:00Z',
    '2024-03-01T12:00:60Z',
    '2024-03-01T12:00:00+24:00',
    '2024-03-01T12:00:00+01:60',
    '2024-03-01T',
    '2024-03-01Z',
    '24-03-01',
    '+02024-03-01',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:30:00+01:00',
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
  ])('refuses %j', (value) => {
    expect(parseInstant(value)).toBeUndefined();
  });

  it('reads back every instant that it is shown, in any offset', () => {
    const instants = fc.date({
      min: new Date('1970-01-02'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    });
    const offsets = fc.integer({ min: -14 * 60, max: 14 * 60 });
    fc.assert(
      fc.property(instants, offsets, (instant, minutes) => {
        const wall = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        expect(parseInstant(`${wall}${formatOffset(minutes)}`)).toBe(instant.getTime());
      }),
    );
  });

  it('never throws and answers a whole number of milliseconds from 1970 on', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.stringMatching(/^[-0-9T:.Z+ ]{8,30}$/)), (value) => {
        const instant = parseInstant(value) ?? 0;
        expect(Number.isSafeInteger(instant) && instant >= 0).toBe(true);
      }),
    );
  });
});

describe('parseDay', () => {
  it.each([
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2000-02-29', Date.UTC(2000, 1, 29)],
    ['1969-12-31', Date.UTC(1969, 11, 31)],
    ['9999-12-31', Date.UTC(9999, 11, 31)],
  ])('reads %s', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2024-04-31',
    '2024-00-10',
    '2024-01-00',
    '2024-1-1',
    ' 2024-01-01',
    '2024-01-01T00:00:00Z',
    '2024/01/01',
    '٢٠٢٤-٠١-٠١',
    '',
  ])('refuses %j', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});

function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

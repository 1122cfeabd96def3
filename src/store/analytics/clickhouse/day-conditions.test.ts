import { describe, expect, it } from 'vitest';
import { renderSql, type Sql } from '../sql.ts';
import { clickhouseDialect } from './clickhouse-dialect.ts';
import {
  alignToSlots,
  buildIsOpen,
  buildIsSettled,
  buildSlots,
  buildTimes,
  buildWithin,
  hasOpenDays,
  hasOpenDaysOutside,
  touchDays,
} from './day-conditions.ts';
import { coverAll } from './day-span.ts';
import type { PartDays } from './open-days.ts';

const dayMs = 86_400_000;
const write = (condition: Sql) => renderSql(condition, clickhouseDialect).text;

describe('the days of a span', () => {
  it.each([
    ['whole days', { from: 2 * dayMs, to: 4 * dayMs }, 'day >= toDate(2) AND day <= toDate(3)'],
    ['parts of days', { from: 2 * dayMs - 1, to: 4 * dayMs + 1 }, 'day >= toDate(1) AND day <= toDate(4)'],
    ['all time', {}, '1 = 1'],
    ['until', { to: dayMs }, 'day <= toDate(0)'],
    ['nothing', { from: dayMs, to: dayMs }, '1 = 0'],
    ['before all records', { from: -dayMs, to: 0 }, '1 = 0'],
    ['beyond the calendar', { from: dayMs, to: Date.UTC(9999, 11, 31) }, 'day >= toDate(1)'],
  ])('%s', (_, span, expected) => {
    expect(write(buildWithin(touchDays(span)))).toBe(expected);
  });

  it('decide alone where its ends are those of days', () => {
    expect(write(buildTimes({ from: dayMs, to: 2 * dayMs }))).toBe('1 = 1');
    expect(write(buildTimes({ from: dayMs, to: 2e12 + 1 }))).toBe("ts < {p0:DateTime64(3, 'UTC')}");
    const span = alignToSlots({ from: dayMs, to: dayMs + 900_001 });
    expect(write(buildSlots(span, true))).toBe('slot < 98');
    expect(write(buildSlots(span, false))).toBe('slot >= 96 AND slot < 98');
  });
});

describe('open days', () => {
  const settledUntil = Date.parse('2024-03-05');
  const [firstDay, lastDay] = ['2024-03-01', '2024-03-06'].map((day) => Date.parse(day) / dayMs) as [
    number,
    number,
  ];
  const recorded = { first: firstDay, last: lastDay };
  const open = (...days: string[]): PartDays => ({
    open: days.map((day) => ({ websiteId: 'a', day })),
    settledUntil,
    recorded,
  });
  const allOpen: PartDays = { open: 'all', settledUntil: 0, recorded };
  const nothing: PartDays = { ...allOpen, recorded: coverAll([]) };

  it('are those after what is settled, unless late records came', () => {
    expect(write(buildIsSettled(['a'], open('2024-03-06')))).toBe(`day < toDate(${settledUntil / dayMs})`);
    expect(write(buildIsSettled(['a'], open('2024-03-01')))).toBe('NOT (day IN {p0:Array(String)})');
    expect(write(buildIsOpen(['a', 'b'], open('2024-03-01')))).toBe(
      '((website_id IN {p0:Array(String)} AND day IN {p1:Array(String)}))',
    );
    expect(write(buildIsOpen(['a'], open()))).toBe('1 = 0');
    expect(write(buildIsOpen(['a'], allOpen))).toBe('1 = 1');
    expect(write(buildIsSettled(['a'], allOpen))).toBe('1 = 0');
  });

  it('lie within a span or outside of it', () => {
    const span = touchDays({ from: Date.parse('2024-03-01'), to: Date.parse('2024-03-03') });
    expect(hasOpenDays(open('2024-03-02'), span)).toBe(true);
    expect(hasOpenDays(open('2024-03-03'), span)).toBe(false);
    expect(hasOpenDaysOutside(open('2024-03-02'), span)).toBe(false);
    expect(hasOpenDaysOutside(open('2024-03-02', '2024-03-03'), span)).toBe(true);
    expect(hasOpenDaysOutside(allOpen, span)).toBe(true);
    expect(hasOpenDaysOutside(allOpen, recorded)).toBe(false);
    expect(hasOpenDaysOutside(allOpen, touchDays({}))).toBe(false);
    expect(hasOpenDays(allOpen, span)).toBe(true);
    expect(hasOpenDays(allOpen, { first: lastDay + 1, last: lastDay + 9 })).toBe(false);
    expect(hasOpenDays(nothing, touchDays({}))).toBe(false);
    expect(hasOpenDaysOutside(nothing, span)).toBe(false);
  });
});

import { type KeyboardEvent, useRef, useState } from 'react';
import { formatDay, formatMonth } from '../format/dates.ts';
import { IconButton } from '../ui/button.tsx';
import { IconLeft, IconRight } from '../ui/icons.tsx';
import { addDays, addMonths, type Day, daysInMonth, startOf, startOfMonth, weekdayOf } from '../view/day.ts';
import type { Range } from '../view/period.ts';

export type CalendarProps = { range: Range; today: Day; onChoose(range: Range): void };

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'narrow', timeZone: 'UTC' });
const weekdayLong = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
// A Monday, as weeks begin in reports.
const someMonday = '2024-01-01';
const week = Array.from({ length: 7 }, (_, index) => startOf(addDays(someMonday, index)));

/** The first click begins a range and the second ends it; the arrow keys go from day to day. */
export function Calendar({ range, today, onChoose }: CalendarProps) {
  const [month, setMonth] = useState(startOfMonth(range.to));
  const [first, setFirst] = useState<Day>();
  const [over, setOver] = useState<Day>();
  const [focused, setFocused] = useState(range.to);
  const grid = useRef<HTMLTableElement>(null);
  const shown = first ? sorted(first, over ?? first) : range;

  function choose(day: Day) {
    if (!first) return setFirst(day);
    onChoose(sorted(first, day));
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = moveBy(event.key, focused);
    if (!next || next > today) return;
    event.preventDefault();
    setFocused(next);
    setOver(next);
    setMonth(startOfMonth(next));
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  }

  return (
    <div className="calendar">
      <div className="calendar-head">
        <IconButton icon={IconLeft} label="Previous month" onClick={() => setMonth(addMonths(month, -1))} />
        <strong aria-live="polite">{formatMonth(month)}</strong>
        <IconButton
          icon={IconRight}
          label="Next month"
          disabled={addMonths(month, 1) > today}
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </div>
      <table ref={grid} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {week.map((day) => (
              <th key={day} scope="col" abbr={weekdayLong.format(day)}>
                {weekday.format(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((days) => (
            <tr key={days.find((day) => day) ?? ''}>
              {days.map((day, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the seven places of a week.
                <td key={index} className={day && classOf(day, shown)}>
                  {day && (
                    <button
                      type="button"
                      data-day={day}
                      disabled={day > today}
                      tabIndex={
                        day === focused || (focused.slice(0, 7) !== month.slice(0, 7) && day === month)
                          ? 0
                          : -1
                      }
                      aria-label={formatDay(day)}
                      aria-pressed={day >= shown.from && day <= shown.to}
                      onClick={() => choose(day)}
                      onPointerEnter={() => setOver(day)}
                      onFocus={() => setFocused(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="calendar-hint">
        {first ? 'Now choose the last day.' : 'Choose the first day of a range.'}
      </p>
    </div>
  );
}

function moveBy(key: string, day: Day): Day | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

const sorted = (one: Day, other: Day): Range =>
  one <= other ? { from: one, to: other } : { from: other, to: one };

function classOf(day: Day, { from, to }: Range): string {
  if (day < from || day > to) return '';
  return ['calendar-within', day === from && 'calendar-first', day === to && 'calendar-last']
    .filter(Boolean)
    .join(' ');
}

/** Always six weeks, so that nothing jumps from month to month. */
function weeksOf(month: Day): (Day | undefined)[][] {
  const before = weekdayOf(month);
  const days = daysInMonth(month);
  return Array.from({ length: 6 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => {
      const number = row * 7 + column - before;
      return number >= 0 && number < days ? addDays(month, number) : undefined;
    }),
  );
}

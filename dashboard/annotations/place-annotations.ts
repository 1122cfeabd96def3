/**
 * Notes at days of a chart. What lives here: where a note stands, how it is shown and written. What must not: the chart
 * itself, which knows only that there is something to mark.
 */
import type { Annotation } from '../api/annotations.ts';
import { dayIn } from '../view/day.ts';
import type { Range } from '../view/period.ts';

export type Placed = { index: number; annotations: readonly Annotation[] };

type View = { zone: string; range: Range };

/**
 * The bucket of each annotation, by the starts of all buckets. A moment is in the bucket that it falls into; a day in the
 * first of that day, or in the week or month that it is a part of. What lies outside, or is still to come, is in none.
 */
export function placeAnnotations(
  annotations: readonly Annotation[],
  starts: readonly number[],
  { zone, range }: View,
  now = Date.now(),
): Placed[] {
  const days = starts.map((start) => dayIn(zone, start));
  const today = dayIn(zone, now);
  const found = annotations.flatMap((annotation) => {
    const at = annotation.at === null ? undefined : Date.parse(annotation.at);
    const day = at === undefined ? annotation.day : dayIn(zone, at);
    if (day < range.from || day > range.to || day > today) return [];
    const index = at === undefined ? findDay(days, day) : starts.findLastIndex((start) => start <= at);
    return index < 0 ? [] : [{ index, annotation }];
  });
  const indexes = [...new Set(found.map(({ index }) => index))].sort((one, other) => one - other);
  return indexes.map((index) => ({
    index,
    annotations: found
      .filter((each) => each.index === index)
      .map(({ annotation }) => annotation)
      .sort((one, other) => sortKeyOf(one).localeCompare(sortKeyOf(other))),
  }));
}

function findDay(days: readonly string[], wanted: string): number {
  const exact = days.indexOf(wanted);
  return exact >= 0 ? exact : days.findLastIndex((day) => day < wanted);
}

const sortKeyOf = ({ at, day }: Annotation): string => at ?? day;

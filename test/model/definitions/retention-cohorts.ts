import { covers } from './days.ts';
import { count, percent } from './figures.ts';
import { passes } from './filters.ts';
import { groupBy, inTime } from './order.ts';
import { buildPersons } from './persons.ts';
import type { Hit } from './record.ts';
import { buildSessions } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';
import { bucketIn, dayIn, listBuckets } from './zone-calendar.ts';

export function buildRetentionCohorts(view: View): Row[] {
  const { granularity } = view.inputs;
  // UTC, where the dashboard does not ask.
  const { zone } = view.days;
  const bucketOf = ({ ts }: Hit) => bucketIn(zone, granularity, ts);
  const persons = findPersons(view).filter(([first]) => first && isCovered(view)(first));
  const cohorts = groupBy(persons, ([first]) => bucketOf(first as Hit));
  const periods = listBuckets(zone, granularity, view.days.first, view.days.last).filter(
    ({ start }) => start <= view.now,
  );
  return periods.flatMap(({ name: cohort, start }, index) => {
    const members = cohorts.get(cohort) ?? [];
    if (members.length === 0) return [];
    return periods.slice(index).map(({ name: bucket }, period) => {
      const retained = members.filter((hits) =>
        hits.some((hit) => isCovered(view)(hit) && bucketOf(hit) === bucket),
      );
      return {
        cohort: dayIn(zone, start),
        period,
        cohort_size: count(members),
        retained: count(retained),
        retention_rate: percent(retained.length, members.length),
      };
    });
  });
}

/** Each person's hits of passing sessions on retained days, in the order of time. */
function findPersons(view: View): Hit[][] {
  const hits = buildSessions(view.records)
    .filter((session) => passes(view.filters, session))
    .flatMap((session) => session.hits)
    .filter(({ ts }) => covers(view.retained, ts));
  return [...groupBy(inTime(hits), buildPersons(view.records).personOf).values()];
}

import { ApiError } from '../contract/errors.ts';
import { bind, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildBuckets } from './question/calendar.ts';
import { choice } from './question/parameters.ts';
import { withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';
import { rounded } from './rows/tail.ts';
import { buildVisitDays } from './rows/visits.ts';

const granularities = ['day', 'week', 'month'] as const;
type Granularity = (typeof granularities)[number];
const mostBuckets = 10_000;
/** A person's buckets are kept as bits, which take a tenth of the memory of a list of them. */
const wordBits = 64;

export const retentionCohorts = defineReport({
  name: 'retention_cohorts',
  path: null,
  title: 'Retention',
  summary: 'Of the persons first seen in a day, week or month, how many came back in each that followed.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 1000,
  parameters: {
    granularity: choice(
      'granularity',
      'invalid_granularity',
      granularities,
      'week',
      'Size of a cohort and of a period, in UTC; weeks start on Monday.',
    ),
  },
  drawing: 'table',
  columns: [
    { name: 'cohort', kind: 'text', example: '2026-03-02', description: 'Its first day.' },
    { name: 'period', kind: 'number', example: 1, description: 'Periods after the cohort, from 0.' },
    { name: 'cohort_size', kind: 'count', description: 'Persons first seen in the cohort.' },
    { name: 'retained', kind: 'count', description: 'Of these, those seen in the period.' },
    { name: 'retention_rate', kind: 'percent', description: '100 × retained ÷ cohort_size.' },
  ],
  sql(scope, { granularity }) {
    const calendar = buildCalendar(scope, granularity);
    return sql`
      SELECT toString(${calendar.dayOf(sql`cohort_place`)}) AS cohort, toUInt32(number - 1) AS period,
        counts[1] AS cohort_size, retained, ${rounded(sql`100 * retained / cohort_size`)} AS retention_rate
      FROM ${buildCohorts(scope, calendar)} ARRAY JOIN counts AS retained, arrayEnumerate(counts) AS number
      ORDER BY cohort_place ASC, period ASC
      LIMIT ${whole(scope.limit)}`;
  },
});

type Calendar = {
  /** How many buckets are listed: those that have begun before the end of the range, and before now. */
  buckets: number;
  /** Place of a day's bucket, from 0. */
  placeOf(day: Sql): Sql;
  /** First day of the bucket at a place. */
  dayOf(place: Sql): Sql;
};

function buildCalendar({ range, now }: Scope, granularity: Granularity): Calendar {
  const starts = buildBuckets(range.firstDay, range.lastDay, granularity, 'UTC', mostBuckets);
  if (starts.length > mostBuckets) throw new ApiError('invalid_granularity');
  const first = sql`toDate32(${bind.string(new Date(starts[0] ?? 0).toISOString().slice(0, 10))})`;
  const days = (day: Sql) => sql`dateDiff('day', ${first}, ${day})`;
  const buckets = starts.filter((start) => start < range.to && start <= now).length;
  switch (granularity) {
    case 'day':
      return { buckets, placeOf: days, dayOf: (place) => sql`addDays(${first}, ${place})` };
    case 'week':
      return {
        buckets,
        placeOf: (day) => sql`intDiv(${days(day)}, 7)`,
        dayOf: (place) => sql`addWeeks(${first}, ${place})`,
      };
    case 'month':
      return {
        buckets,
        placeOf: (day) => sql`dateDiff('month', ${first}, ${day})`,
        dayOf: (place) => sql`addMonths(${first}, ${place})`,
      };
  }
}

/** Each cohort with the number of its persons seen in each listed bucket from its own on. */
function buildCohorts(scope: Scope, calendar: Calendar): Sql {
  const { buckets } = calendar;
  return sql`(
    SELECT cohort_place,
      arrayResize(groupArrayInsertAt(persons, toUInt32(place - cohort_place)), ${whole(buckets)} - cohort_place, 0)
        AS counts
    FROM (
      SELECT arrayMin(places) AS cohort_place, arrayJoin(places) AS place, count() AS persons
      FROM ${buildPersons(scope, calendar)} GROUP BY cohort_place, place)
    WHERE place < ${whole(buckets)}
    GROUP BY cohort_place
    ORDER BY cohort_place ASC
    LIMIT ${whole(scope.limit)})`;
}

/** Each person first seen in the range, with the places of the buckets of all its hits. */
function buildPersons(scope: Scope, { buckets, placeOf }: Calendar): Sql {
  const words = Array.from({ length: Math.ceil(Math.max(1, buckets) / wordBits) }, (_, index) => index);
  // Places before the range are below 0, and the engine shifts by no such number.
  const bit = sql`bitShiftLeft(toUInt64(1), bitAnd(place, ${whole(wordBits - 1)}))`;
  const bits = words.map((word) => {
    const first = word * wordBits;
    return sql`groupBitOrIf(${bit}, place BETWEEN ${whole(first)} AND ${whole(first + wordBits - 1)})`;
  });
  const places = words.map(
    (word) =>
      sql`arrayMap(bit -> bit + ${whole(word * wordBits)}, bitPositionsToArray(words.${whole(word + 1)}))`,
  );
  // A person is as old as the first hit that is retained, also where that lies before the range.
  const allVisits = buildVisitDays(scope.over({ ...scope.range, from: scope.range.earliest }));
  const visits = sql`(
    SELECT website_id, visitor_hash, day, ${placeOf(sql`day`)} AS place FROM ${allVisits})`;
  return sql`(
    SELECT arrayConcat(${joinSql(places, sql`, `)}) AS places
    FROM (
      SELECT tuple(${joinSql(bits, sql`, `)}) AS words
      FROM ${withPersons(scope, visits)} GROUP BY person HAVING min(day) >= toDate(${scope.from})))`;
}

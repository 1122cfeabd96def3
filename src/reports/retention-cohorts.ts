import { ApiError } from '../contract/errors.ts';
import { choice } from '../contract/parameters.ts';
import { dayOf } from '../contract/time-zone.ts';
import { slotFrom } from '../store/analytics/definitions/slots.ts';
import { withEach } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildBuckets } from './question/calendar.ts';
import { placeOfSlot } from './rows/buckets.ts';
import { withPersons } from './rows/persons.ts';
import type { Scope } from './rows/scope.ts';

const granularities = ['day', 'week', 'month'] as const;
type Granularity = (typeof granularities)[number];
const mostBuckets = 10_000;

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
  columns: [
    { name: 'cohort', kind: 'text', example: '2026-03-02', description: 'Its first day.' },
    { name: 'period', kind: 'number', example: 1, description: 'Periods after the cohort, from 0.' },
    { name: 'cohort_size', kind: 'count', description: 'Persons first seen in the cohort.' },
    { name: 'retained', kind: 'count', description: 'Of these, those seen in the period.' },
    { name: 'retention_rate', kind: 'percent', description: '100 × retained ÷ cohort_size.' },
  ],
  sql(scope, { granularity }) {
    const calendar = buildCalendar(scope, granularity);
    const retained = sql`CASE WHEN place = seen_place THEN persons ELSE 0 END`;
    return sql`
      SELECT ${calendar.dayOf(sql`cohort_place`)} AS cohort, place - cohort_place AS period, cohort_size,
        ${retained} AS retained, 100 * ${retained} / cohort_size AS retention_rate
      FROM ${withEach(buildCohorts(scope, calendar), sql`range(seen_place, next_place)`, sql`place`)} AS listed
      ORDER BY cohort_place ASC, place ASC
      LIMIT ${whole(scope.limit)}`;
  },
});

type Calendar = {
  /** How many buckets are listed: those that have begun before the end of the range, and before now. */
  buckets: number;
  /** Place of the bucket of a slot. The first bucket is at 0. */
  placeOf(slot: Sql): Sql;
  /** First day of the bucket at a place, as text. */
  dayOf(place: Sql): Sql;
};

/** In the zone of the range's days: UTC except for the dashboard. */
function buildCalendar({ range, now }: Scope, granularity: Granularity): Calendar {
  const { firstDay, lastDay, zone } = range;
  const starts = buildBuckets(firstDay, lastDay, granularity, zone, mostBuckets);
  if (starts.length > mostBuckets) throw new ApiError('invalid_granularity');
  const days = bind.texts(starts.map((start) => new Date(dayOf(start, zone)).toISOString().slice(0, 10)));
  return {
    buckets: starts.filter((start) => start < range.to && start <= now).length,
    placeOf: (slot) => placeOfSlot(starts, range.to, slot),
    dayOf: (place) => sql`${days}[${place} + 1]`,
  };
}

/**
 * Each cohort with the buckets in which any of its persons was seen, how many were, and where the next such bucket is:
 * nobody was seen in between. A cohort is always seen in its own bucket.
 */
function buildCohorts(scope: Scope, { buckets, placeOf }: Calendar): Sql {
  return sql`(
    SELECT cohort_place, seen_place, persons,
      max(CASE WHEN seen_place = cohort_place THEN persons ELSE 0 END) OVER of_cohort AS cohort_size,
      coalesce(nullIf(min(seen_place) OVER next_seen, 0), ${whole(buckets)}) AS next_place
    FROM (
      SELECT cohort_place, seen_place, count(DISTINCT person) AS persons
      FROM (
        SELECT visit.person AS person, ${placeOf(sql`visit.slot`)} AS seen_place,
          ${placeOf(sql`newcomer.first_slot`)} AS cohort_place
        FROM ${buildVisits(scope)} AS visit
        INNER JOIN ${buildNewcomers(scope)} AS newcomer ON visit.person = newcomer.person) AS seen
      WHERE seen_place < ${whole(buckets)}
      GROUP BY cohort_place, seen_place) AS counted
    WINDOW of_cohort AS (PARTITION BY cohort_place),
      next_seen AS (PARTITION BY cohort_place ORDER BY seen_place ROWS BETWEEN 1 FOLLOWING AND 1 FOLLOWING))`;
}

/**
 * Persons first seen in the range. The first retained visit counts, also where it lies before the range. Visitors who are
 * a person of their own and came before are left out early: they are most.
 */
function buildNewcomers(scope: Scope): Sql {
  const { range } = scope;
  const first = whole(slotFrom(range.from));
  const { firstVisits } = scope.over({ from: range.earliest, to: range.to });
  return sql`(
    SELECT person, min(slot) AS first_slot
    FROM ${withPersons(scope, firstVisits)} AS visit
    WHERE slot >= ${first} OR person != visitor_hash
    GROUP BY person HAVING min(slot) >= ${first})`;
}

function buildVisits(scope: Scope): Sql {
  return withPersons(scope, sql`(SELECT website_id, visitor_hash, slot FROM ${scope.visits} AS visit)`);
}

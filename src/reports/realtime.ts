import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildLiveRecords, stepSeconds, windowSeconds } from './live-window.ts';

const steps = windowSeconds / stepSeconds;

export const realtime = defineReport({
  name: 'live_visitors',
  path: '/pixel/analytics/realtime',
  title: 'Realtime',
  summary: 'Visitors and records of the last five minutes, in total and in steps of five seconds.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 1,
  parameters: {},
  drawing: 'figures',
  columns: [
    { name: 'live_visitors', kind: 'count', description: 'Distinct visitors of the last five minutes.' },
    { name: 'live_events', kind: 'count', description: 'Records of the last five minutes.' },
    { name: 'visitors_sparkline', kind: 'series', description: 'Visitors in each step, oldest first.' },
    { name: 'events_sparkline', kind: 'series', description: 'Records in each step, oldest first.' },
    { name: 'window_seconds', kind: 'number', example: windowSeconds, description: 'Length of the window.' },
    { name: 'step_seconds', kind: 'number', example: stepSeconds, description: 'Length of a step.' },
  ],
  sql(scope) {
    const ageMs = sql`${bind.integer(scope.now)} - toUnixTimestamp64Milli(ts)`;
    const step = sql`${whole(steps - 1)} - intDiv(${ageMs}, ${whole(stepSeconds * 1000)})`;
    return sql`
      SELECT uniqExactMerge(visitors) AS live_visitors, sum(events) AS live_events,
        ${sparkline(sql`visitors_in_step`)} AS visitors_sparkline, ${sparkline(sql`events`)} AS events_sparkline,
        ${whole(windowSeconds)} AS window_seconds, ${whole(stepSeconds)} AS step_seconds
      FROM (
        SELECT ${step} AS step, uniqExactState(visitor_hash) AS visitors, count() AS events,
          uniqExact(visitor_hash) AS visitors_in_step
        FROM ${buildLiveRecords(scope)} GROUP BY step)`;
  },
});

/** One number for each step; a step without records is not found, and element 0 of an array is 0. */
function sparkline(value: Sql): Sql {
  const sums = sql`sumMap([step], [${value}])`;
  return sql`arrayMap(wanted -> toUInt32(${sums}.2[indexOf(${sums}.1, wanted)]), range(${whole(steps)}))`;
}

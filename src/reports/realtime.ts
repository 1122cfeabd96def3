import { listOf, millisOf, quotient, rowsOf } from '../store/analytics/dialect.ts';
import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { liveSpan, stepSeconds, windowSeconds } from './rows/live-window.ts';

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
  columns: [
    { name: 'live_visitors', kind: 'count', description: 'Distinct visitors of the last five minutes.' },
    { name: 'live_events', kind: 'count', description: 'Records of the last five minutes.' },
    { name: 'visitors_sparkline', kind: 'series', description: 'Visitors in each step, oldest first.' },
    { name: 'events_sparkline', kind: 'series', description: 'Records in each step, oldest first.' },
    { name: 'window_seconds', kind: 'number', example: windowSeconds, description: 'Length of the window.' },
    { name: 'step_seconds', kind: 'number', example: stepSeconds, description: 'Length of a step.' },
  ],
  // A visitor counts once, in the step of their first record, so that the steps add up to all visitors.
  sql(scope) {
    const ageMs = sql`${bind.integer(scope.now)} - ${millisOf(sql`ts`)}`;
    const step = sql`${whole(steps - 1)} - ${quotient(ageMs, whole(stepSeconds * 1000))}`;
    const listed = rowsOf({ step: bind.integers(Array.from({ length: steps }, (_, index) => index)) });
    return sql`
      SELECT coalesce(sum(first_visitors), 0) AS live_visitors, coalesce(sum(events), 0) AS live_events,
        ${listOf(sql`coalesce(visitors, 0)`, sql`listed.step`)} AS visitors_sparkline,
        ${listOf(sql`coalesce(events, 0)`, sql`listed.step`)} AS events_sparkline,
        ${whole(windowSeconds)} AS window_seconds, ${whole(stepSeconds)} AS step_seconds
      FROM ${listed} AS listed
      LEFT JOIN (
        SELECT step, count(*) AS visitors, sum(events) AS events, count(*) FILTER (WHERE nth = 1) AS first_visitors
        FROM (
          SELECT step, events, row_number() OVER (PARTITION BY visitor_hash ORDER BY step) AS nth
          FROM (
            SELECT visitor_hash, ${step} AS step, count(*) AS events
            FROM ${scope.sources.recent(liveSpan(scope))} AS record
            GROUP BY visitor_hash, step) AS seen) AS counted
        GROUP BY step) AS live
      ON listed.step = live.step`;
  },
});

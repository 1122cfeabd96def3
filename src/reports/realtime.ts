import { listOf, millisOf, quotient, withEach } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
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
  // A visitor counts in each step, and once in the window: in the step of the first record.
  sql(scope) {
    const ageMs = sql`${bind.integer(scope.now)} - ${millisOf(sql`ts`)}`;
    const step = sql`${whole(steps - 1)} - ${quotient(ageMs, whole(stepSeconds * 1000))}`;
    const inOrder = (counts: Sql) => listOf(counts, sql`step`);
    return sql`
      SELECT sum(first_visitors) AS live_visitors, sum(events) AS live_events,
        ${inOrder(sql`visitors`)} AS visitors_sparkline, ${inOrder(sql`events`)} AS events_sparkline,
        ${whole(windowSeconds)} AS window_seconds, ${whole(stepSeconds)} AS step_seconds
      FROM (
        SELECT step, sum(part_visitors) AS visitors, sum(part_first_visitors) AS first_visitors, sum(part_events) AS events
        FROM (
          SELECT step, 1 AS part_visitors,
            CASE WHEN row_number() OVER (PARTITION BY visitor_hash ORDER BY step) = 1 THEN 1 ELSE 0 END
              AS part_first_visitors,
            seen_events AS part_events
          FROM (
            SELECT visitor_hash, ${step} AS step, count(*) AS seen_events
            FROM ${scope.sources.recent(liveSpan(scope))} AS record
            GROUP BY visitor_hash, step) AS seen
          UNION ALL
          SELECT step, 0 AS part_visitors, 0 AS part_first_visitors, 0 AS part_events FROM ${everyStep} AS listed) AS part
        GROUP BY step) AS counted`;
  },
});

const everyStep = withEach(sql`(SELECT 1 AS one)`, sql`range(0, ${whole(steps)})`, sql`step`);

import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive, stepSeconds, windowSeconds } from './rows/live-window.ts';

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
  // Flat, and with what is counted in steps as arrays from the start: planning takes longer than reading.
  sql(scope) {
    const ageMs = sql`${bind.integer(scope.now)} - toUnixTimestamp64Milli(ts)`;
    const step = sql`${whole(steps - 1)} - intDiv(${ageMs}, ${whole(stepSeconds * 1000)})`;
    const inSteps = sql`0, ${whole(steps)}, 1`;
    return scope.recentRecords(
      sql`uniqExact(visitor_hash) AS live_visitors, count() AS live_events,
        CAST(uniqExactResample(${inSteps})(visitor_hash, ${step}), 'Array(UInt32)') AS visitors_sparkline,
        CAST(countResample(${inSteps})(${step}), 'Array(UInt32)') AS events_sparkline,
        ${whole(windowSeconds)} AS window_seconds, ${whole(stepSeconds)} AS step_seconds`,
      buildIsLive(scope),
    );
  },
});

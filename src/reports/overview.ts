import { type Sql, sql } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { liveSpan } from './rows/live-window.ts';

export const overview = defineReport({
  name: null,
  path: '/pixel/analytics/overview',
  title: 'Tracking check',
  summary: 'Whether records arrive: how many in the last five minutes, and the time of the latest.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 1,
  parameters: {},
  columns: [
    { name: 'events_last_5m', kind: 'count', description: 'Records of the last five minutes.' },
    { name: 'last_event_at', kind: 'instant', description: 'Time of the latest record.', nullable: true },
    {
      name: 'status',
      kind: 'text',
      example: 'receiving',
      description: 'receiving (records in the last five minutes), silent (older ones alone) or never.',
    },
  ],
  sql(scope) {
    const { recent, hits, conversions, payments, sentIdentities } = scope.sources;
    // Records dated in the future say nothing about what arrives.
    const untilNow = { to: scope.now + 1 };
    const latest = (records: Sql) =>
      sql`SELECT count(*) AS records, max(ts) AS latest FROM ${records} AS record`;
    return sql`
      SELECT events_last_5m, last_event_at,
        CASE WHEN last_event_at IS NULL THEN 'never' WHEN events_last_5m > 0 THEN 'receiving' ELSE 'silent' END AS status
      FROM (SELECT count(*) AS events_last_5m FROM ${recent(liveSpan(scope))} AS live) AS recently
      CROSS JOIN (
        SELECT max(CASE WHEN records > 0 THEN latest END) AS last_event_at
        FROM (
          ${latest(hits(untilNow))} UNION ALL ${latest(conversions(untilNow))}
          UNION ALL ${latest(payments(untilNow))} UNION ALL ${latest(sentIdentities(untilNow))}) AS each_kind) AS ever`;
  },
});

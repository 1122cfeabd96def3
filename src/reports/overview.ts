import { always, and, bind, type Sql, sql } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive } from './rows/live-window.ts';

export const overview = defineReport({
  name: null,
  path: '/pixel/analytics/overview',
  title: 'Tracking check',
  summary: 'Whether records arrive: how many in the last five minutes, and the time of the latest.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 1,
  parameters: {},
  drawing: 'figures',
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
    // Records dated ahead of now say nothing about what arrives.
    const now = bind.instant(scope.now);
    const latest = (table: Sql, which = always) =>
      sql`SELECT maxOrNull(ts) AS latest FROM ${table} WHERE ${and(sql`ts <= ${now}`, which)}`;
    // Days take a tenth of the time to read; all of today's records may be dated ahead.
    const isLate = sql`day >= (SELECT max(day) FROM ${scope.hits} WHERE day < toDate(${now}))`;
    return sql`
      SELECT ${scope.recentRecords(sql`count()`, buildIsLive(scope))} AS events_last_5m, max(latest) AS last_event_at,
        multiIf(isNull(last_event_at), 'never', events_last_5m > 0, 'receiving', 'silent') AS status
      FROM (${latest(scope.hits, isLate)} UNION ALL ${latest(scope.conversions)}
        UNION ALL ${latest(scope.payments)} UNION ALL ${latest(scope.identities)})`;
  },
});

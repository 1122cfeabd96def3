import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive, buildIsLiveByDay } from './live-window.ts';

/** For the dashboard: it has neither a path nor a name. */
export const liveEvents = defineReport({
  name: null,
  path: null,
  title: 'Newest records',
  summary: 'The newest records of the last five minutes.',
  dates: 'none',
  takesFilters: false,
  defaultLimit: 20,
  parameters: {},
  drawing: 'table',
  columns: [
    { name: 'ts', kind: 'instant', description: 'Time of the record.' },
    { name: 'type', kind: 'text', description: 'pageview, custom, goal, payment or identify.' },
    { name: 'path', kind: 'text', description: 'Path of a pageview.', nullable: true },
    { name: 'name', kind: 'text', description: 'Name of a goal or custom event.', nullable: true },
    { name: 'amount', kind: 'money', description: 'Amount of a payment.', nullable: true },
    { name: 'currency', kind: 'text', description: 'Its currency.', nullable: true },
    { name: 'country', kind: 'text', description: 'ISO-2 code of the visitor; ZZ is unknown.' },
    { name: 'device', kind: 'text', description: 'desktop, mobile, tablet or unknown.' },
    { name: 'browser', kind: 'text', description: 'Browser, or unknown.' },
    { name: 'visitor_id', kind: 'text', description: 'The visitor.' },
  ],
  // A goal or a payment carries no country, device or browser: those of the visitor's hits count.
  sql(scope) {
    const live = buildIsLiveByDay(scope);
    const views = scope.recent(
      sql`ts, seq, visitor_id, visitor_hash, 'pageview' AS record_type, path AS record_path,
        '' AS record_name, toDecimal128(0, 6) AS record_amount, '' AS record_currency,
        toString(country) AS place, toString(device) AS kind, toString(browser) AS program`,
      sql`type = 'pageview' AND ${buildIsLive(scope)}`,
    );
    const known = (column: 'place' | 'kind' | 'program') => {
      const name = { place: sql`place`, kind: sql`kind`, program: sql`program` }[column];
      const last = sql`argMaxIf(${name}, (ts, seq), ${name} != '') OVER (PARTITION BY visitor_hash)`;
      return sql`if(${name} != '', ${name}, ${last})`;
    };
    const or = (value: ReturnType<typeof known>, word: ReturnType<typeof sql>) =>
      sql`if(${value} = '', ${word}, ${value})`;
    return sql`
      SELECT ts, record_type AS type, nullIf(record_path, '') AS path, nullIf(record_name, '') AS name,
        if(record_type = 'payment', record_amount, NULL) AS amount, nullIf(record_currency, '') AS currency,
        ${or(known('place'), sql`'ZZ'`)} AS country, ${or(known('kind'), sql`'unknown'`)} AS device,
        ${or(known('program'), sql`'unknown'`)} AS browser, visitor_id
      FROM (
        ${views}
        UNION ALL
        SELECT ts, seq, visitor_id, visitor_hash, if(session_id = '', 'goal', 'custom'), '', name,
          toDecimal128(0, 6), '', '', '', ''
        FROM ${scope.conversions} WHERE ${live}
        UNION ALL
        SELECT ts, seq, visitor_id, visitor_hash, 'payment', '', '', amount, toString(currency), '', '', ''
        FROM ${scope.payments} WHERE ${live}
        UNION ALL
        SELECT ts, seq, visitor_id, visitor_hash, 'identify', '', '', toDecimal128(0, 6), '', '', '', ''
        FROM ${scope.identities} WHERE ${live})
      ORDER BY ts DESC, seq DESC
      LIMIT ${whole(scope.limit)}`;
  },
});

import { sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildIsLive, buildIsLiveByDay } from './rows/live-window.ts';

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
  // A goal or a payment carries no country, device or browser: those of the visitor's hits count. A custom event is a
  // hit, which carries them, and a conversion, which carries its name: two rows of one number.
  sql(scope) {
    const live = buildIsLiveByDay(scope);
    const hits = scope.recentRecords(
      sql`website_id, ts, seq, visitor_id, visitor_hash, toString(type) AS record_type,
        if(type = 'pageview', path, '') AS part_path, '' AS part_name, toDecimal128(0, 6) AS part_amount,
        '' AS part_currency, toString(country) AS part_place, toString(device) AS part_kind,
        toString(browser) AS part_program`,
      sql`type IN ('pageview', 'custom') AND ${buildIsLive(scope)}`,
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
        SELECT ts, seq, visitor_id, visitor_hash, record_type, max(part_path) AS record_path,
          max(part_name) AS record_name, max(part_amount) AS record_amount, max(part_currency) AS record_currency,
          max(part_place) AS place, max(part_kind) AS kind, max(part_program) AS program
        FROM (
          SELECT * FROM ${hits}
          UNION ALL
          SELECT website_id, ts, seq, visitor_id, visitor_hash, if(session_id = '', 'goal', 'custom'), '', name,
            toDecimal128(0, 6), '', '', '', ''
          FROM ${scope.conversions} WHERE ${live}
          UNION ALL
          SELECT website_id, ts, seq, visitor_id, visitor_hash, 'payment', '', '', amount, toString(currency),
            '', '', ''
          FROM ${scope.payments} WHERE ${live}
          UNION ALL
          SELECT website_id, ts, seq, visitor_id, visitor_hash, 'identify', '', '', toDecimal128(0, 6), '',
            '', '', ''
          FROM ${scope.identities} WHERE ${live})
        GROUP BY website_id, ts, seq, visitor_id, visitor_hash, record_type)
      ORDER BY ts DESC, seq DESC
      LIMIT ${whole(scope.limit)}`;
  },
});

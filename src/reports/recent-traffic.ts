import { wholeNumber } from '../contract/parameters.ts';
import { slotMs } from '../store/analytics/definitions/slots.ts';
import { bind, sql } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';

const minuteMs = 60_000;
const longestMinutes = 2880;

/** For alerts: it has neither a path nor a name, and no place in the catalogue. */
export const recentTraffic = defineReport({
  name: null,
  path: null,
  title: 'Recent traffic',
  summary: 'Pageviews and custom events of the last minutes, now included and their beginning not.',
  dates: 'since',
  takesFilters: true,
  defaultLimit: 1,
  parameters: {
    minutes: wholeNumber(
      'minutes',
      'invalid_window_hours',
      { fallback: 15, most: longestMinutes },
      'How many minutes.',
    ),
  },
  columns: [
    { name: 'hits', kind: 'count', description: 'Pageviews and custom events.' },
    { name: 'last_at', kind: 'instant', description: 'Time of the latest.', nullable: true },
  ],
  sql(scope, { minutes }) {
    const from = Math.max(0, scope.now - minutes * minuteMs);
    // Filters select sessions by their visits, which are whole slots; records dated in the future say nothing.
    const { hits } = scope.over({ from: Math.floor(from / slotMs) * slotMs, to: scope.now + slotMs });
    return sql`
      SELECT count(*) AS hits, CASE WHEN count(*) > 0 THEN max(ts) END AS last_at
      FROM ${hits} AS hit WHERE ts > ${bind.instant(from)} AND ts <= ${bind.instant(scope.now)}`;
  },
});

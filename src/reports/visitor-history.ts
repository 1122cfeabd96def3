import { pathSegment } from '../contract/parameters.ts';
import { hashOf } from '../store/analytics/dialect.ts';
import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildNamedSessions } from './rows/named-sessions.ts';

const mostConversions = 100;

export const visitorHistory = defineReport({
  name: null,
  path: '/pixel/visitors/:visitor_id',
  title: 'Visitor history',
  summary: "A visitor's most recent goal conversions, newest first, up to 100.",
  dates: 'none',
  takesFilters: false,
  defaultLimit: mostConversions,
  parameters: { visitor_id: pathSegment('visitor_id', 'invalid_visitor', 'The visitor.') },
  columns: [
    { name: 'ts', kind: 'instant', description: 'Time of the conversion.' },
    { name: 'goal_name', kind: 'text', example: 'signup', description: 'Name of the goal.' },
    { name: 'details', kind: 'json', description: 'The properties as sent.' },
    {
      name: 'session_id',
      kind: 'text',
      example: '6f1d2c3b-51f0-4c39-9d0e-7a5f1f6b2c10',
      description: 'The session it belongs to.',
      nullable: true,
    },
  ],
  sql(scope, { visitor_id }) {
    const visitor = bind.text(visitor_id);
    const isTheirs = sql`visitor_hash = ${hashOf(visitor)} AND visitor_id = ${visitor}`;
    return sql`
      SELECT conversion.ts AS ts, conversion.name AS goal_name, conversion.details AS details,
        nullIf(CASE WHEN conversion.session_id != '' THEN conversion.session_id ELSE coalesce(session.session_id, '') END, '')
          AS session_id
      FROM (SELECT * FROM ${scope.conversions} AS record WHERE ${isTheirs}) AS conversion
      ASOF LEFT JOIN ${buildNamedSessions(scope, sql`visitor_hash = ${hashOf(visitor)}`)} AS session
      ON conversion.website_id = session.website_id AND conversion.visitor_hash = session.visitor_hash
        AND conversion.ts >= session.began_at
      ORDER BY ts DESC, conversion.seq DESC, goal_name ASC
      LIMIT ${whole(Math.min(scope.limit, mostConversions))}`;
  },
});

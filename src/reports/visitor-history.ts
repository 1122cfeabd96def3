import { bind, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { pathSegment } from './question/parameters.ts';

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
  drawing: 'table',
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
    const visitor = bind.string(visitor_id);
    const theirs = sql`visitor_hash = sipHash64(${visitor}) AND visitor_id = ${visitor}`;
    return sql`
      SELECT conversion.ts AS ts, conversion.name AS goal_name, conversion.details AS details,
        nullIf(if(conversion.session_id != '', conversion.session_id, session.last_session_id), '') AS session_id
      FROM (SELECT * FROM ${scope.conversions} WHERE ${theirs} AND ${scope.within}) AS conversion
      ASOF LEFT JOIN (
        SELECT session_website, max(session_id) AS last_session_id, began_at
        FROM (
          SELECT any(website_id) AS session_website, any(session_id) AS session_id, min(ts) AS began_at
          FROM ${scope.hits}
          WHERE session_hash IN (SELECT session_hash FROM ${scope.hits} WHERE ${theirs})
          GROUP BY session_hash)
        GROUP BY session_website, began_at
      ) AS session ON conversion.website_id = session.session_website AND conversion.ts >= session.began_at
      ORDER BY conversion.ts DESC, conversion.seq DESC
      LIMIT ${whole(Math.min(scope.limit, mostConversions))}`;
  },
});

import { identifier, joinSql, type Sql, sql, unionAll } from '../store/analytics/sql.ts';
import type { Scope } from './scope.ts';
import type { SessionColumn } from './sessions.ts';
import { buildLooseSessions, buildSettledSessions } from './traffic.ts';

/** Who was there in the range, from what is settled and what is loose, in sessions that pass the filters. */

/** A row for each session and each of its visitors: `website_id, visitor_hash` and the facts asked for. */
export function buildVisits(scope: Scope, columns: readonly SessionColumn[]): Sql {
  const facts = joinSql(
    [...new Set(columns)].map((column) => sql`, ${identifier(column)}`),
    sql``,
  );
  const settled = buildSettledSessions(scope, sql`website_id, visitor_hash ${facts}`);
  return sql`(${unionAll([
    settled && sql`SELECT * FROM ${settled}`,
    sql`
      SELECT website_id, arrayJoin(visitors_within) AS visitor_hash ${facts}
      FROM ${buildLooseSessions(scope, [...columns, 'website_id'])}`,
  ])})`;
}

/** A row for each session or hit: `website_id, visitor_hash, day`. */
export function buildVisitDays(scope: Scope): Sql {
  const columns = sql`website_id, visitor_hash, day`;
  const passes =
    scope.filters.length === 0
      ? sql`1`
      : sql`session_hash IN (SELECT session_hash FROM ${buildLooseSessions(scope, [])})`;
  const isVisit = sql`type != 'leave' AND ${scope.within} AND ${passes}`;
  const settled = buildSettledSessions(scope, columns);
  return sql`(${unionAll([
    settled && sql`SELECT * FROM ${settled}`,
    sql`SELECT * FROM ${scope.settled.looseHits(columns, isVisit)}`,
  ])})`;
}

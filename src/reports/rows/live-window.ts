import { bind, type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

export const windowSeconds = 300;
export const stepSeconds = 5;
const windowMs = windowSeconds * 1000;

/** Whether a record is of the last five minutes. */
export function buildIsLive({ now }: Scope): Sql {
  return sql`(ts > ${bind.instant(now - windowMs)} AND ts <= ${bind.instant(now)})`;
}

/** The same for tables that are sorted by day. */
export function buildIsLiveByDay(scope: Scope): Sql {
  const { now } = scope;
  const first = sql`toDate(${bind.instant(now - windowMs)})`;
  return sql`(day >= ${first} AND day <= toDate(${bind.instant(now)}) AND ${buildIsLive(scope)})`;
}

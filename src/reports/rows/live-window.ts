import { slotMs } from '../../store/analytics/definitions/slots.ts';
import type { Span } from '../../store/analytics/relations.ts';
import { type Sql, sql } from '../../store/analytics/sql.ts';
import type { Scope } from './scope.ts';

export const windowSeconds = 300;
export const stepSeconds = 5;
const windowMs = windowSeconds * 1000;

/** The last five minutes, including now and excluding their beginning. */
export function liveSpan({ now }: Scope): Span {
  return { from: Math.max(0, now - windowMs + 1), to: now + 1 };
}

/** The slots that the last five minutes touch. */
export function liveSlots({ now }: Scope): Span {
  return { from: Math.max(0, Math.floor((now - windowMs) / slotMs) * slotMs), to: now + 1 };
}

/**
 * The value of the column in a record; where it has none, as in goals and payments, the value that its visitor was last
 * seen with. For rows with `visitor_hash, ts, seq`.
 */
export function lastKnown(column: Sql): Sql {
  return sql`CASE WHEN ${column} != '' THEN ${column} ELSE first_value(${column}) OVER (
    PARTITION BY visitor_hash ORDER BY CASE WHEN ${column} = '' THEN 1 ELSE 0 END, ts DESC, seq DESC) END`;
}

import { millisOf, quotient } from '../dialect.ts';
import { type Bound, type Sql, whole } from '../sql.ts';

/**
 * A slot is a quarter of an hour, numbered from 1970. Every time zone of today is whole quarters from UTC, so that a
 * day, an hour or a week of any zone is whole slots: what is known of each slot can be added up for all of them.
 */
export const slotMs = 900_000;

export function slotOf(instant: Sql | Bound): Sql {
  return quotient(millisOf(instant), whole(slotMs));
}

/** The slot that begins at this moment, or the next one; both ends of a range are rounded this way. */
export function slotFrom(unixMs: number): number {
  return Math.ceil(unixMs / slotMs);
}

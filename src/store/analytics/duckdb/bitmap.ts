/**
 * A join reads all columns of a table before it drops the rows without a match. Where few rows of a large table are
 * wanted, a bitmap of their keys lets the scan drop most others before it reads anything else of them.
 */
import { identifier, type Sql, sql, whole } from '../sql.ts';
import type { Transaction } from './transaction.ts';

const bits = 1_048_576;

/** The lowest bits of a key: a thousand keys let one row in a thousand through that is not wanted. */
const placeOf = (key: string) => sql`CAST(${identifier(key)} & ${whole(bits - 1)} AS INTEGER)`;

/** `rows` have the keys in this column. */
export async function setBitmap({ run }: Transaction, key: string, rows: Sql): Promise<void> {
  await run(sql`
    SET VARIABLE bitmap = (SELECT bitstring_agg(${placeOf(key)}, 0, ${whole(bits - 1)}) FROM ${rows})`);
}

/** True for every key that was set, and for few others. */
export function isInBitmap(key: string): Sql {
  return sql`get_bit(getvariable('bitmap'), ${placeOf(key)}) = 1`;
}

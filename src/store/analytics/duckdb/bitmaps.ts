/**
 * A join reads all columns of a table before it drops the rows without a match. Where few rows of a large table are
 * wanted, bitmaps of their keys let the scan drop the others before it reads anything else of them.
 */
import type { Transaction } from './transaction.ts';

const bits = 65_536;

/** Bits of a key that choose its place: the first bitmap leaves a row in a hundred, the second hardly any of these. */
const lowBits = (key: string) => `CAST(${key} & ${bits - 1} AS INTEGER)`;
const nextBits = (key: string) => lowBits(`(${key} >> 16)`);

/** `keys` is a SELECT of hashes in a column named `key`. */
export async function setBitmaps({ run }: Transaction, keys: string): Promise<void> {
  const collect = (place: string) => `bitstring_agg(${place}, 0, ${bits - 1})`;
  await run(`
    SET VARIABLE bitmaps = (
      SELECT {low: ${collect(lowBits('key'))}, next: ${collect(nextBits('key'))}} FROM (${keys}))`);
}

/** True for every key that was set, and for few others. One expression, since the scan does not take over two. */
export function isInBitmaps(column: string): string {
  const isSet = (bitmap: string, place: string) => `get_bit(getvariable('bitmaps').${bitmap}, ${place}) = 1`;
  return `CASE WHEN ${isSet('low', lowBits(column))} THEN ${isSet('next', nextBits(column))} ELSE false END`;
}

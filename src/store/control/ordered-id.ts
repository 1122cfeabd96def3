import { randomBytes } from 'node:crypto';

const counterMask = 0xffff_ffff_ffn;
let lastMs = -1;
let counter = 0n;

/**
 * A UUID of version 7 whose text sorts by its time, and within one millisecond by the order of the calls in
 * this process: a counter of 40 bits that starts at a random value. Lists sort by (created_at, id), so rows made in the same
 * millisecond stay newest first; rows of two processes in one millisecond have a fixed order all the same.
 */
export function newOrderedUuid(nowMs: number): string {
  if (nowMs === lastMs) {
    counter += 1n;
  } else {
    lastMs = nowMs;
    // Half the range stays free, so that counting up never overflows within the millisecond.
    counter = BigInt(`0x${randomBytes(5).toString('hex')}`) & (counterMask >> 1n);
  }
  return buildUuid(BigInt(nowMs), counter, randomBytes(4).toString('hex'));
}

/** RFC 9562: 48 bits of time, version, 12 bits, variant, 62 bits. */
function buildUuid(ms: bigint, count: bigint, chance: string): string {
  const time = ms.toString(16).padStart(12, '0').slice(-12);
  const high = (count >> 28n).toString(16).padStart(3, '0');
  const middle = (0x8000n | ((count >> 14n) & 0x3fffn)).toString(16);
  const low = (count & 0x3fffn).toString(16).padStart(4, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-${middle}-${low}${chance}`;
}

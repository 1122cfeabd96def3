import type { Failure } from '../api/ask.ts';

const minuteFormat = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
const clockFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

/** Of too many attempts: until when one has to wait. Undefined for any other failure. */
export function describeWait(failure: Failure | undefined, now = Date.now()): string | undefined {
  if (failure?.code !== 'too_many_sign_ins') return undefined;
  const seconds = Number(failure.details.retryAfter);
  if (!(seconds > 0)) return failure.message;
  const minutes = minuteFormat.format(Math.ceil(seconds / 60));
  const at = clockFormat.format(now + seconds * 1000);
  return `Too many attempts. Try again in ${minutes}, at ${at}.`;
}

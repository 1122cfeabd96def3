import { createHmac } from 'node:crypto';

/**
 * `t=<Unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>" in hexadecimal>`. The time is part of what is signed, so that a
 * receiver can refuse a replay.
 */
export function signWebhook(secret: string, body: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

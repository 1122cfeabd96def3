import { hash } from 'node:crypto';

/** Only this is stored: SHA-256 of the whole key, in hexadecimal. A key has 240 random bits, so no salt. */
export function fingerprintKey(key: string): string {
  return hash('sha256', key, 'hex');
}

import { hash, timingSafeEqual } from 'node:crypto';
import { randomToken } from './ids.ts';

/** 256 random bits in 43 characters, for cookies and links. */
export function newSecret(): string {
  return randomToken(32);
}

/** Only this is stored: SHA-256 in hexadecimal. What it is made of is random enough to need no salt. */
export function fingerprintSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Two fingerprints, compared in the same time wherever they differ. */
export function isSameFingerprint(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1')];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { createHmac } from 'node:crypto';
import { isSameFingerprint } from '../contract/secret.ts';

/**
 * What a browser sends with each request after its reader gave the password of a link. It is no cookie: browsers
 * withhold those from pages in a frame of another website. Its key is the stored hash of the password, so that it ends
 * with the password, and it opens nothing without the token of the link.
 */
const passMs = 12 * 60 * 60 * 1000;

type Locked = { id: string; passwordHash: string };

export function createSharePass(link: Locked, now: number): string {
  const end = now + passMs;
  return `${end.toString(36)}-${sign(link, end)}`;
}

export function isSharePass(link: Locked, pass: string, now: number): boolean {
  const [, written = '', signature = ''] = /^([0-9a-z]{1,11})-([\w-]{43})$/.exec(pass) ?? [];
  const end = Number.parseInt(written, 36);
  return end > now && isSameFingerprint(signature, sign(link, end));
}

function sign({ id, passwordHash }: Locked, end: number): string {
  return createHmac('sha256', passwordHash).update(`${id} ${end}`).digest('base64url');
}

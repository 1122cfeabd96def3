import { createHmac } from 'node:crypto';
import { isSameFingerprint } from '../../contract/secret.ts';

/** What the owner's server makes of an external ID with the secret of the website, in hexadecimal. */
export function signExternalId(externalId: string, secret: string): string {
  return createHmac('sha256', secret).update(externalId).digest('hex');
}

export function isSignatureOf(externalId: string, signature: string, secret: string | undefined): boolean {
  return (
    secret !== undefined && isSameFingerprint(signExternalId(externalId, secret), signature.toLowerCase())
  );
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isSignatureOf, signExternalId } from './identity-signature.ts';

const guide = readFileSync(new URL('../../../docs/guides/tracking.md', import.meta.url), 'utf8');

describe('the signature of an external ID', () => {
  it('is the one that the guide gives as an example', () => {
    const [, shown = '', signature = ''] =
      /footfall\.identify\('([^']+)', [^)]*'([0-9a-f]{64})'\)/.exec(guide) ?? [];
    const [, secret = '', id = ''] =
      /the secret `([^`]+)` and the ID `([^`]+)` give the signature above/.exec(guide) ?? [];
    expect(shown).toBe(id);
    expect(signExternalId(id, secret)).toBe(signature);
    expect(isSignatureOf(id, signature, secret)).toBe(true);
  });

  it('is of one ID and one secret', () => {
    const signature = signExternalId('größe 💯', 'secret');
    expect(isSignatureOf('größe 💯', signature, 'secret')).toBe(true);
    expect(isSignatureOf('größe 💯', signature.toUpperCase(), 'secret')).toBe(true);
    expect(isSignatureOf('größe', signature, 'secret')).toBe(false);
    expect(isSignatureOf('größe 💯', signature, 'other')).toBe(false);
    expect(isSignatureOf('größe 💯', signature.slice(1), 'secret')).toBe(false);
    expect(isSignatureOf('größe 💯', `${signature}0`, 'secret')).toBe(false);
    expect(isSignatureOf('größe 💯', '', 'secret')).toBe(false);
    expect(isSignatureOf('größe 💯', 'ſ'.repeat(64), 'secret')).toBe(false);
  });

  it('is none where there is no secret', () => {
    expect(isSignatureOf('x', signExternalId('x', 'undefined'), undefined)).toBe(false);
  });
});

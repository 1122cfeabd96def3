import * as z from 'zod';

/**
 * The one rule for email addresses: what browsers take in a field for them, with the lengths of RFC 5321. Nothing
 * passes that a mail program could read as a list, a comment or a name.
 */
const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
// Without the flag `u`: by its rules for case, the sign for Kelvin is a K.
const pattern = new RegExp(`^(?=.{1,64}@)${atom}(?:\\.${atom})*@${label}(?:\\.${label})*$`, 'i');
const longestAddress = 254;

/** In the one spelling that is stored; undefined for what is no address. */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed.length <= longestAddress && pattern.test(trimmed) ? normalizeEmail(trimmed) : undefined;
}

/** For looking up alone: older releases stored addresses that the rule refuses, and their people still sign in. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

export const emailText = z.string().transform((text, context) => {
  const email = parseEmail(text);
  if (email !== undefined) return email;
  context.addIssue({ code: 'custom', message: 'Expected one email address, such as ada@example.com' });
  return z.NEVER;
});

/** An address that is only looked up. */
export const presentedEmail = z.string().max(longestAddress).transform(normalizeEmail);

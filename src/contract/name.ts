import * as z from 'zod';

/**
 * The one rule for every name that people give: workspaces, keys, segments, funnels and the like. A name is one line
 * wherever it is quoted.
 */
const longestName = 255;

/** Control characters with line breaks, lone surrogates, and marks that reverse the direction of text. */
const unfit = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export function isUsableName(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.length >= 1 && trimmed.length <= longestName && !unfit.test(trimmed);
}

/** Without the blanks around it, so that nothing but blanks is no name. */
export const nameText = z
  .string()
  .trim()
  .min(1)
  .max(longestName)
  .refine((text) => !unfit.test(text), { error: 'Must be one line without control characters' });

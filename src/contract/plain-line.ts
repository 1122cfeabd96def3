/** Characters that would break a line, hide a text or turn its direction: of no use in a name, of much in a forgery. */
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** For texts that came from elsewhere, as paths do: whatever they hold, they stay on their line. */
export function toPlainLine(text: string): string {
  return text.replaceAll(new RegExp(unruly, 'gu'), ' ').trim();
}

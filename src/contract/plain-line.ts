/** Characters that break a line, hide text or reverse its direction: no name needs them, and forgers use them. */
const unruly = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** For texts from elsewhere, such as paths: whatever they hold, they stay on one line. */
export function toPlainLine(text: string): string {
  return text.replaceAll(new RegExp(unruly, 'gu'), ' ').trim();
}

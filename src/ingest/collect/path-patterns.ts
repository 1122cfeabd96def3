/** Patterns of data-exclude and data-mask: a comma list in which `*` stands for anything. */

/** The first pattern that the whole path matches. Both are compared, and the pattern is given, in the form of addresses. */
export function findPattern(patterns: string | undefined, path: string): string | undefined {
  return patterns
    ?.split(',')
    .map((pattern) => toAddressForm(pattern.trim()))
    .find((pattern) => pattern !== '' && matches(pattern, path));
}

/** A browser escapes what is not ASCII in an address, and leaves escapes as somebody wrote them. */
export function toAddressForm(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]|["<>`{}]/gu, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/** By hand, since a sender chooses both and a regular expression of many stars could take for ever. */
function matches(pattern: string, path: string): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  for (let index = 0; index < path.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resumeAt = index;
    } else if (pattern[at] === path[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resumeAt;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

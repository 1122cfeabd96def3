/** Patterns of data-exclude and data-mask: a comma list in which `*` stands for anything. */

/** The first pattern that the whole path matches. */
export function findPattern(patterns: string | undefined, path: string): string | undefined {
  return patterns
    ?.split(',')
    .map((pattern) => pattern.trim())
    .find((pattern) => pattern !== '' && matches(pattern, path));
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

/** Patterns of data-exclude and data-mask: a comma list in which `*` stands for anything. */

/** The sender chooses the list, and each pattern may cost a walk along the path. */
export const mostPatterns = 100;

export function countPatterns(patterns: string): number {
  return splitPatterns(patterns).length;
}

/** The first pattern that the whole path matches. Both are compared, and the pattern is given, in the form of addresses. */
export function findPattern(patterns: string | undefined, path: string): string | undefined {
  return splitPatterns(patterns ?? '')
    .map(toAddressForm)
    .find((pattern) => matches(pattern, path));
}

function splitPatterns(patterns: string): string[] {
  return patterns.split(',').flatMap((pattern) => pattern.trim() || []);
}

/** Browsers escape what is not ASCII in an address, and leave escapes as somebody wrote them. */
export function toAddressForm(path: string): string {
  return path
    .toWellFormed()
    .replace(/(?:[^\x21-\x7e]|["<>`{}])+/gu, encodeURIComponent)
    .replace(/%(?=.?[a-f])[\dA-Fa-f]{2}/g, (code) => code.toUpperCase());
}

/**
 * The text before the first star begins the path, the one after the last star ends it, and those between follow each
 * other, each at its first occurrence. There is no backtracking, so the work grows with the sum of the two lengths.
 */
function matches(pattern: string, path: string): boolean {
  const [head = '', ...others] = pattern.split('*');
  const tail = others.pop();
  if (tail === undefined) return path.length === head.length && standsAt(path, head, 0);
  const end = path.length - tail.length;
  if (end < head.length || !standsAt(path, head, 0) || !standsAt(path, tail, end)) return false;
  let at = head.length;
  for (const text of others) {
    const foundAt = findText(path, text, at, end);
    if (foundAt === undefined) return false;
    at = foundAt + text.length;
  }
  return true;
}

function standsAt(path: string, text: string, at: number): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (path[at + index] !== text[index]) return false;
  }
  return true;
}

/** Knuth-Morris-Pratt: `indexOf` takes the product of both lengths where a text nearly matches everywhere. */
function findText(path: string, text: string, from: number, end: number): number | undefined {
  if (text === '') return from;
  const borders = buildBorders(text);
  let matched = 0;
  for (let index = from; index < end; index += 1) {
    const character = path[index];
    while (matched > 0 && text[matched] !== character) matched = borders[matched - 1] as number;
    if (text[matched] === character) matched += 1;
    if (matched === text.length) return index + 1 - matched;
  }
  return undefined;
}

/** For each prefix of the text, the length of its longest proper prefix that is also its suffix. */
function buildBorders(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let matched = 0;
  for (let index = 1; index < text.length; index += 1) {
    while (matched > 0 && text[matched] !== text[index]) matched = borders[matched - 1] as number;
    if (text[matched] === text[index]) matched += 1;
    borders[index] = matched;
  }
  return borders;
}

/** As reports do it: `*` stands for any characters. Each text between is taken where it is found first. */
export function matchPath(match: string, path: string): boolean {
  const [head = '', ...others] = match.split('*');
  const tail = others.pop();
  if (tail === undefined) return path === match;
  const end = path.length - tail.length;
  if (end < head.length || !path.startsWith(head) || !path.endsWith(tail)) return false;
  let at = head.length;
  for (const text of others) {
    const found = path.indexOf(text, at);
    if (found < 0 || found + text.length > end) return false;
    at = found + text.length;
  }
  return true;
}

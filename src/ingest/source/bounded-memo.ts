/**
 * Memoizes a pure function of a string, for at most `2 × size` strings.
 * Two generations stand in for an exact LRU: a hit in the young one is a single Map lookup, and a string that
 * is asked for again before a whole generation has passed never leaves.
 */
export function memoize<T extends NonNullable<unknown>>(
  size: number,
  compute: (key: string) => T,
): (key: string) => T {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const value = old.get(key) ?? compute(key);
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}

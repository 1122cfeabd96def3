/**
 * The smallest part of a list that still fails: drops halves, then quarters, down to single items, as long as one
 * of them can go.
 */
export async function shrink<Item>(
  items: readonly Item[],
  stillFails: (part: readonly Item[]) => Promise<boolean>,
): Promise<Item[]> {
  let kept = [...items];
  let size = Math.ceil(kept.length / 2);
  while (size >= 1) {
    const smaller = await dropOne(kept, size, stillFails);
    if (smaller) kept = smaller;
    // A round of single items in which nothing could go is the last.
    else if (size === 1) break;
    size = Math.max(1, Math.min(smaller ? size : Math.ceil(size / 2), Math.ceil(kept.length / 2)));
    if (kept.length === 0) break;
  }
  return kept;
}

async function dropOne<Item>(
  items: readonly Item[],
  size: number,
  stillFails: (part: readonly Item[]) => Promise<boolean>,
): Promise<Item[] | undefined> {
  for (let start = 0; start < items.length; start += size) {
    const rest = items.toSpliced(start, size);
    if (await stillFails(rest)) return rest;
  }
  return undefined;
}

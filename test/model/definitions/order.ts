/** Groups and orders. Text is compared by its UTF-8 bytes, as the engine does. */

export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

export const distinct = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Set<Key> =>
  new Set(items.map(keyOf));

/** Several values as one key of a group. */
export const keyOf = (...values: readonly unknown[]): string => JSON.stringify(values);

type Comparable = string | number | bigint | boolean;
type Order<Item> = (one: Item, other: Item) => number;

export function compare(one: Comparable, other: Comparable): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

export const ascending =
  <Item>(read: (item: Item) => Comparable): Order<Item> =>
  (one, other) =>
    compare(read(one), read(other));

export const descending =
  <Item>(read: (item: Item) => Comparable): Order<Item> =>
  (one, other) =>
    compare(read(other), read(one));

/** The first order decides, then the next. */
export function sorted<Item>(items: readonly Item[], ...orders: readonly Order<Item>[]): Item[] {
  return items.toSorted((one, other) => {
    for (const order of orders) {
      const decided = order(one, other);
      if (decided !== 0) return decided;
    }
    return 0;
  });
}

/** Records in the order of their times; of equal ones the one accepted first. */
export function inTime<Item extends { ts: number; seq: number }>(items: readonly Item[]): Item[] {
  return sorted(
    items,
    ascending(({ ts }) => ts),
    ascending(({ seq }) => seq),
  );
}

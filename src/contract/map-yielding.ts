import { setImmediate as nextTurn } from 'node:timers/promises';

/** So many rows take some milliseconds, whatever is done with them. */
const itemsPerChunk = 1_000;

/** `items.map(make)` for long lists, which yields to the event loop after each chunk. */
export async function mapYielding<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let first = 0; first < items.length; first += itemsPerChunk) {
    if (first > 0) await nextTurn();
    for (const item of items.slice(first, first + itemsPerChunk)) made.push(make(item));
  }
  return made;
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Some milliseconds of whatever is done with a row. */
const itemsPerChunk = 1_000;

/** As `items.map(make)`, of long lists: other requests have their turn in between. */
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

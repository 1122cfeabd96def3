import type { Random } from './build-times.ts';

/** What one of the items has; undefined, now and then also where there are some. */
export function drawOne<Item>(
  random: Random,
  items: readonly Item[],
  read: (item: Item) => string,
): string | undefined {
  return items.length > 0 && random.chance(0.95) ? read(random.pick(items)) : undefined;
}

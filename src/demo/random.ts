/** Chance that repeats: the same seed gives the same draws, on every machine. */
export type Random = ReturnType<typeof createRandom>;

export type Weighted<Item> = readonly (readonly [item: Item, weight: number])[];

const range = 2 ** 32;

export function createRandom(...seeds: readonly number[]) {
  // Two counters of different strides: one of 32 bits would repeat some of a hundred thousand ids.
  let fast = mixSeeds(seeds, 0x2f6e2b1);
  let slow = mixSeeds(seeds, 0x5bd1e995);

  /** From 0 up to, never reaching, 1. */
  const next = (): number => {
    fast = (fast + 0x9e3779b9) | 0;
    slow = (slow + 0x6c8e944d) | 0;
    return (scramble(fast ^ scramble(slow)) >>> 0) / range;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);

  return {
    next,
    between,
    chance: (probability: number): boolean => next() < probability,
    /** Both bounds included. */
    whole: (low: number, high: number): number => Math.floor(between(low, high + 1)),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    weighted<Item>(items: Weighted<Item>): Item {
      const total = items.reduce((sum, [, weight]) => sum + weight, 0);
      let left = next() * total;
      const found = items.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (found ?? (items.at(-1) as (typeof items)[number]))[0];
    },
    /** Around a median with a long tail to the right, as reading times and pauses are. */
    around: (median: number, spread: number): number => median * Math.exp(spread * normal(next)),
    uuid: (): string => formatUuid(next),
  };
}

function mixSeeds(seeds: readonly number[], start: number): number {
  return seeds.reduce((mixed, seed) => scramble(mixed ^ Math.imul(seed + 1, 0x9e3779b1)), start);
}

/** Spreads every bit of a 32-bit number over all the others. */
function scramble(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}

/** A sum of twelve draws is normal enough, and bounded at six deviations. */
function normal(next: () => number): number {
  let sum = -6;
  for (let draws = 0; draws < 12; draws++) sum += next();
  return sum;
}

function formatUuid(next: () => number): string {
  const digits = () =>
    Math.floor(next() * range)
      .toString(16)
      .padStart(8, '0');
  const [first, second, third, fourth] = [digits(), digits(), digits(), digits()];
  return `${first}-${second.slice(4)}-4${second.slice(0, 3)}-8${third.slice(5)}-${third.slice(0, 4)}${fourth}`;
}

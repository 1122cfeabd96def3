/** Chance that repeats: the same seed gives the same draws, on every machine. */
export type Random = ReturnType<typeof createRandom>;

export type Weighted<Item> = readonly (readonly [item: Item, weight: number])[];

const range = 2 ** 32;

export function createRandom(...seeds: readonly number[]) {
  let state = seeds.reduce((mixed, seed) => scramble(mixed ^ Math.imul(seed + 1, 0x9e3779b1)), 0x2f6e2b1);

  /** From 0 up to, never reaching, 1. */
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0;
    return (scramble(state) >>> 0) / range;
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
    uuid: (): string => formatUuid([next(), next(), next(), next()]),
  };
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

function formatUuid(draws: readonly number[]): string {
  const digits = draws
    .map((draw) =>
      Math.floor(draw * range)
        .toString(16)
        .padStart(8, '0'),
    )
    .join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

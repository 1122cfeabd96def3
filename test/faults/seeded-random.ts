/** Random choices that a printed seed repeats. */
export type Random = {
  readonly seed: number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: small, and good enough to spread kills and records.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return { seed, whole, pick: (items) => items[whole(0, items.length - 1)] as (typeof items)[number] };
}

/** FOOTFALL_TEST_SEED repeats an earlier run. */
export function chooseSeed(): number {
  return Number(process.env.FOOTFALL_TEST_SEED ?? Date.now() % 2 ** 32);
}

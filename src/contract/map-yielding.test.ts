import { expect, it } from 'vitest';
import { mapYielding } from './map-yielding.ts';

it('makes the same of each, in the same order', async () => {
  const items = Array.from({ length: 2_500 }, (_, n) => n);
  expect(await mapYielding(items, (n) => 2 * n)).toEqual(items.map((n) => 2 * n));
  expect(await mapYielding([], () => 1)).toEqual([]);
});

it('lets others have their turn after every thousand', async () => {
  let made = 0;
  const seen: number[] = [];
  const look = () => {
    seen.push(made);
    if (made < 10_000) setImmediate(look);
  };
  setImmediate(look);
  await mapYielding(Array(10_000).fill(0), () => {
    made += 1;
  });
  const most = seen.map((count, index) => count - (seen[index - 1] ?? 0));
  expect(Math.max(...most)).toBeLessThanOrEqual(1_000);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSame } from './compare.ts';
import { shrink } from './shrink.ts';

describe('shrinking a list', () => {
  it('keeps what the failure needs, in its order, and nothing else', async () => {
    const numbers = fc.uniqueArray(fc.nat(1000), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(numbers, fc.nat(4), async (items, count) => {
        const needed = items.filter((_, index) => index % 7 === 3).slice(0, count);
        const stillFails = async (part: readonly number[]) => needed.every((each) => part.includes(each));
        expect(await shrink(items, stillFails)).toEqual(needed);
      }),
    );
  });

  it('tries few parts of a long list', async () => {
    let tries = 0;
    const items = Array.from({ length: 400 }, (_, index) => index);
    const kept = await shrink(items, async (part) => {
      tries += 1;
      return part.includes(17) && part.includes(399);
    });
    expect(kept).toEqual([17, 399]);
    expect(tries).toBeLessThan(80);
  });
});

describe('rows', () => {
  const rows = [
    { path: '/a', views: '2' },
    { path: '/b', views: '1' },
  ];

  it('are the same when all values are, in the same order', () => {
    expect(areSame(rows, structuredClone(rows))).toBe(true);
  });

  it.each([
    [
      'a value differs',
      [
        { path: '/a', views: '2' },
        { path: '/b', views: '2' },
      ],
    ],
    [
      'a number is text',
      [
        { path: '/a', views: 2 },
        { path: '/b', views: 1 },
      ],
    ],
    ['a row is missing', rows.slice(1)],
    ['the order of rows differs', rows.toReversed()],
    ['the order of columns differs', rows.map(({ path, views }) => ({ views, path }))],
    ['there is an error in their place', 'ApiError'],
  ])('differ when %s', (_, got) => {
    expect(areSame(rows, got)).toBe(false);
  });
});

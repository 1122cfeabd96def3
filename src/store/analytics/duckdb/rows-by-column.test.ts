import { expect, it } from 'vitest';
import { buildAnswer, buildRows, cutRows } from './rows-by-column.ts';

const statistics = { elapsed: 0, rows_read: null, bytes_read: null };
const three = {
  count: 3,
  names: ['a', 'b'],
  columns: [
    [1, 2, 3],
    ['x', null, 'z'],
  ],
};
const rows = [
  { a: 1, b: 'x' },
  { a: 2, b: null },
  { a: 3, b: 'z' },
];

it('builds a row with all names for each place of the columns', () => {
  expect(buildRows(three)).toEqual(rows);
  expect(buildRows({ count: 0, names: ['a'], columns: [[]] })).toEqual([]);
});

it.each([1, 2, 3, 100])('cuts rows into portions of at most %i, which together are all of them', (most) => {
  const portions = [...cutRows(three, most)];
  expect(portions.every(({ count, columns }) => columns.every(({ length }) => length === count))).toBe(true);
  expect(Math.max(...portions.map(({ count }) => count))).toBe(Math.min(most, 3));
  expect(buildAnswer({ portions, statistics })).toEqual({ rows, statistics });
});

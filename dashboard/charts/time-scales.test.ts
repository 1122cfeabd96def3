import { describe, expect, it } from 'vitest';
import { chooseLabels, groupPins } from './time-scales.ts';

describe('chooseLabels', () => {
  const days = ['1 Nov', '2 Nov', '3 Nov', '4 Nov', '5 Nov'];
  const hours = (day: string, count = 24) => Array.from({ length: count }, () => day);

  it.each([
    ['all where they have room', days, 64, [0, 1, 2, 3, 4]],
    ['every other one where they have not', days, 32, [0, 2, 4]],
    ['the first hour of each day', [...hours('1 Nov'), ...hours('2 Nov'), ...hours('3 Nov')], 4, [0, 24, 48]],
    [
      'the first hour of every other day',
      [...hours('1 Nov'), ...hours('2 Nov'), ...hours('3 Nov')],
      2,
      [0, 48],
    ],
    [
      'those of a short day too',
      [...hours('1 Nov'), ...hours('2 Nov', 23), ...hours('3 Nov')],
      4,
      [0, 24, 47],
    ],
    ['one alone', ['1 Nov'], 300, [0]],
    ['none of nothing', [], 300, []],
  ])('%s', (_, labels, step, shown) => {
    expect([...chooseLabels(labels, step, 64)]).toEqual(shown);
  });
});

describe('groupPins', () => {
  it.each([
    ['alone where there is room', [1, 2, 5], 30, [[1], [2], [5]]],
    ['together where they would cover each other', [1, 2, 3, 9], 10, [[1, 2, 3], [9]]],
    [
      'never further than a pin is wide',
      [0, 1, 2, 3, 4],
      10,
      [
        [0, 1, 2],
        [3, 4],
      ],
    ],
    ['none of nothing', [], 10, []],
  ])('puts them %s', (_, indexes, step, groups) => {
    expect(groupPins(indexes, step)).toEqual(groups);
  });
});

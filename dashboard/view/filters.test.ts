import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../../src/contract/raw-query.ts';
import {
  addFilter,
  buildFilterQuery,
  buildFilterText,
  type Filters,
  hasValue,
  mostValues,
  operators,
  parseFilterQuery,
  parseFilterText,
  toggleValue,
} from './filters.ts';

describe('the text of a filter', () => {
  it('comes back as it went, and the server reads the same values', () => {
    const value = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.endsWith('\\'));
    const filter = fc.record({
      operator: fc.constantFrom(...(Object.keys(operators) as (keyof typeof operators)[])),
      values: fc.array(value, { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(filter, (given) => {
        const text = buildFilterText(given);
        expect(parseFilterText(text)).toEqual(given);
        expect(splitList(text.slice(text.indexOf(':') + 1))).toEqual(given.values);
      }),
    );
  });

  it('is nothing without a value', () => {
    expect(parseFilterText('is:')).toBeUndefined();
    expect(parseFilterText('')).toBeUndefined();
  });
});

describe('a segment', () => {
  it('keeps filters as parameters, and what it does not know is left out', () => {
    const filters: Filters = { device: { operator: 'is_not', values: ['mobile'] } };
    expect(buildFilterQuery(filters)).toEqual({ device: 'is_not:mobile' });
    expect(parseFilterQuery({ device: 'is_not:mobile', city: 'Berlin', os: 3 })).toEqual(filters);
  });
});

describe('addFilter', () => {
  const before: Filters = { page: { operator: 'is', values: ['/a'] } };

  it('joins a filter with the same operator, each value once', () => {
    expect(addFilter(before, 'page', { operator: 'is', values: ['/b', '/a'] })).toEqual({
      page: { operator: 'is', values: ['/a', '/b'] },
    });
  });

  it('takes the place of one with another operator, and begins one', () => {
    const other = { operator: 'contains', values: ['/b'] } as const;
    expect(addFilter(before, 'page', other)).toEqual({ page: other });
    expect(addFilter({}, 'page', other)).toEqual({ page: other });
  });

  it('keeps what was added last where there are too many', () => {
    const full = Array.from({ length: mostValues }, (_, index) => `/${index}`);
    const { page } = addFilter({ page: { operator: 'is', values: full } }, 'page', {
      operator: 'is',
      values: ['/new'],
    });
    expect(page?.values).toHaveLength(mostValues);
    expect(page?.values.at(-1)).toBe('/new');
  });
});

describe('toggleValue', () => {
  it('begins a filter, adds to it, takes away, and ends it', () => {
    const one = toggleValue({}, 'country', 'DE');
    expect(one).toEqual({ country: { operator: 'is', values: ['DE'] } });
    const two = toggleValue(one, 'country', 'FR');
    expect(two.country?.values).toEqual(['DE', 'FR']);
    expect(hasValue(two, 'country', 'FR')).toBe(true);
    expect(toggleValue(toggleValue(two, 'country', 'DE'), 'country', 'FR')).toEqual({});
  });

  it('replaces another operator of the dimension', () => {
    const before: Filters = { page: { operator: 'contains', values: ['/blog'] } };
    expect(toggleValue(before, 'page', '/')).toEqual({ page: { operator: 'is', values: ['/'] } });
  });
});

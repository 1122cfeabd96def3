import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitList } from '../../src/reports/question/raw-query.ts';
import {
  buildFilterQuery,
  buildFilterText,
  type Filters,
  hasValue,
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import {
  filterOperators,
  filterTargets,
  parseFilters,
  parseSegmentFilters,
  refuseUnsupportedFilters,
} from './filters.ts';

const refusalOf = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error instanceof ApiError ? { code: error.code, details: error.details } : error;
  }
  return undefined;
};
const only = (query: Record<string, string | string[]>) => {
  const [filter, ...others] = parseFilters(query);
  if (!filter || others.length > 0) throw new Error('Expected one filter.');
  return filter;
};

describe('parseFilters', () => {
  it.each([
    ['DE', true, 'equal', ['DE']],
    ['is:DE', true, 'equal', ['DE']],
    ['is_not:DE,US', false, 'equal', ['DE', 'US']],
    ['contains:a', true, 'contain', ['a']],
    ['contains_not:a', false, 'contain', ['a']],
    ['starts_with:a', true, 'start', ['a']],
    ['ends_with:a', true, 'end', ['a']],
    ['matches:^a', true, 'pattern', ['^a']],
    ['matches_not:^a', false, 'pattern', ['^a']],
  ])('reads %s', (text, positive, match, values) => {
    const { operator, values: parsed } = only({ country: text });
    expect({ ...operator, values: parsed }).toEqual({ positive, match, values });
  });

  it.each([
    ['is_unlike:DE', ['is_unlike:DE']],
    ['IS:DE', ['IS:DE']],
    [' is:DE', [' is:DE']],
    ['is:is:DE', ['is:DE']],
    ['DE,is_not:US', ['DE', 'is_not:US']],
    [':DE', [':DE']],
    ['toString:DE', ['toString:DE']],
  ])('takes what is no prefix as part of the value: %s', (text, values) => {
    expect(only({ country: text }).values).toEqual(values);
  });

  it.each([
    ['a\\,b,c', ['a,b', 'c']],
    ['\\,', [',']],
    ['a\\b', ['a\\b']],
    ['matches:^\\d{1\\,3}$', ['^\\d{1,3}$']],
  ])('reads the comma in %s', (text, values) => {
    expect(only({ utm_campaign: text }).values).toEqual(values);
  });

  it('joins a repeated parameter into one list, under the prefix of the first', () => {
    expect(only({ page: ['is_not:/a', '/b,/c'] })).toMatchObject({
      operator: { positive: false },
      values: ['/a', '/b', '/c'],
    });
  });

  it('reads every filter of the spec, and ref as referrer', () => {
    expect(Object.keys(filterTargets)).toEqual([
      'country',
      'device',
      'browser',
      'os',
      'referrer',
      'page',
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_term',
      'utm_content',
    ]);
    expect(only({ ref: 'a.example' }).target).toBe(filterTargets.referrer);
    expect(parseFilters({ ref: 'a.example', referrer: 'b.example' })).toHaveLength(2);
  });

  it('ignores what is no filter', () => {
    expect(parseFilters({ limit: '5', colour: 'red', website_id: 'ff_x' })).toEqual([]);
  });

  it('takes 20 values and refuses 21', () => {
    const list = (length: number) => Array.from({ length }, (_, index) => `v${index}`).join(',');
    expect(only({ os: list(20) }).values).toHaveLength(20);
    expect(refusalOf(() => parseFilters({ os: list(21) }))).toEqual({
      code: 'invalid_filter',
      details: { filter: 'os', reason: expect.any(String) },
    });
    expect(refusalOf(() => parseFilters({ os: Array(21).fill('x') }))).toMatchObject({
      code: 'invalid_filter',
    });
  });

  it('takes a pattern of 500 characters and refuses one of 501', () => {
    expect(only({ page: `matches:${'a'.repeat(500)}` }).values[0]).toHaveLength(500);
    expect(refusalOf(() => parseFilters({ page: `matches_not:${'a'.repeat(501)}` }))).toMatchObject({
      code: 'invalid_filter',
      details: { filter: 'page' },
    });
    expect(only({ page: 'a'.repeat(501) }).values).toHaveLength(1);
  });

  it('names the filter as it was sent', () => {
    expect(refusalOf(() => parseFilters({ ref: `matches:${'a'.repeat(501)}` }))).toMatchObject({
      details: { filter: 'ref' },
    });
  });

  it('reads back any values under any operator', () => {
    const value = fc.string({ minLength: 1, maxLength: 50 }).filter((text) => !text.includes('\\'));
    const values = fc.array(value, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.constantFrom(...filterOperators), values, (operator, wanted) => {
        const text = `${operator}:${wanted.map((each) => each.replaceAll(',', '\\,')).join(',')}`;
        expect(only({ utm_term: text }).values).toEqual(wanted);
      }),
    );
  });
});

describe('refuseUnsupportedFilters', () => {
  it.each(['region', 'city', 'source', 'via', 'entry_page', 'hostname'])(
    'refuses %s, even when empty',
    (filter) => {
      const refusal = {
        code: 'unsupported_filter',
        details: { filter, supported: Object.keys(filterTargets) },
      };
      expect(refusalOf(() => refuseUnsupportedFilters({ [filter]: 'x' }))).toEqual(refusal);
      expect(refusalOf(() => refuseUnsupportedFilters({ [filter]: '' }))).toEqual(refusal);
      expect(refusalOf(() => refuseUnsupportedFilters({ [filter]: ['a', 'b'] }))).toEqual(refusal);
    },
  );

  it('lets every other parameter pass', () => {
    expect(refusalOf(() => refuseUnsupportedFilters({ country: 'DE', colour: 'red' }))).toBeUndefined();
  });
});

describe('parseSegmentFilters', () => {
  it('reads what segments of the dashboard and of the API hold', () => {
    const filters = parseSegmentFilters({ country: ['is:DE', 'FR'], channel: 'is_not:Direct', ref: 'a.com' });
    expect(filters.map(({ name, values }) => [name, values])).toEqual([
      ['country', ['DE', 'FR']],
      ['channel', ['Direct']],
      ['ref', ['a.com']],
    ]);
    expect(parseSegmentFilters({})).toEqual([]);
  });

  it.each([
    [{ country: 'DE', city: 'Berlin' }, 'city'],
    [{ country: 7 }, 'country'],
    [{ country: { is: 'DE' } }, 'country'],
    [{ country: [] }, 'country'],
    [{ country: ['DE', null] }, 'country'],
    [{ toString: 'DE' }, 'toString'],
    [{ country: '' }, 'country'],
  ])('refuses %j as a whole rather than leave a part of it out', (filters, name) => {
    expect(refusalOf(() => parseSegmentFilters(filters))).toMatchObject({
      code: 'invalid_filter',
      details: { filter: name },
    });
  });
});

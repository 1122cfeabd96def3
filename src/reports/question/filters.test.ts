import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import {
  filterOperators,
  filterTargets,
  parseDashboardFilters,
  parseFilters,
  refuseUnsupportedFilters,
} from './filters.ts';
import { countPatternSteps } from './pattern-steps.ts';

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

  it.each([
    ['www.Facebook.com', ['facebook.com']],
    ['is_not:WWW.a.example,b.example', ['a.example', 'b.example']],
    ['contains:www.Goo', ['goo']],
    ['starts_with:www.', ['www.']],
    ['ends_with:.EDU', ['.edu']],
    // As such hosts are kept.
    ['www.com', ['www.com']],
    ['www.www.example', ['www.example']],
    ['(direct)', ['(direct)']],
    ['matches:^WWW\\.\\S', ['^WWW\\.\\S']],
  ])('brings a referring host to the form in which it is kept, and no pattern: %s', (text, values) => {
    expect(only({ referrer: text }).values).toEqual(values);
    expect(only({ ref: text }).values).toEqual(values);
    expect(only({ utm_source: text }).values).not.toEqual(['facebook.com']);
  });

  it('knows the referring domain with all its hosts in the dashboard alone', () => {
    const [filter] = parseDashboardFilters({ hostname: 'WWW.facebook.com' });
    expect(filter).toMatchObject({ target: { column: 'referrer_domain' }, values: ['facebook.com'] });
    expect(parseFilters({ hostname: 'facebook.com' })).toEqual([]);
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

  it('refuses patterns that are too complex, in one filter or in all of the request together', () => {
    const invalid = (filter: string) => ({
      code: 'invalid_filter',
      details: { filter, reason: expect.any(String) },
    });
    const attack = Array(20).fill('a{1\\,1000}'.repeat(45)).join(',');
    expect(refusalOf(() => parseFilters({ page: `matches:${attack}` }))).toEqual(invalid('page'));
    const half = 'matches_not:a{600}';
    expect(refusalOf(() => parseFilters({ page: half }))).toBeUndefined();
    expect(refusalOf(() => parseFilters({ page: half, os: half }))).toEqual(invalid('page'));
    expect(refusalOf(() => parseFilters({ page: 'a{600}', os: half }))).toBeUndefined();
  });

  it('takes 40 patterns in a request and refuses 41', () => {
    const list = (length: number) => `matches:${Array(length).fill('^/a').join(',')}`;
    expect(parseFilters({ page: list(20), os: list(20) })).toHaveLength(2);
    expect(refusalOf(() => parseFilters({ page: list(20), os: list(20), device: list(1) }))).toMatchObject({
      code: 'invalid_filter',
    });
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
        fc.pre(!operator.startsWith('matches') || wanted.every((each) => countPatternSteps(each) < 50));
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

  it('lets the dashboard filter by hostname, and by nothing else of these', () => {
    expect(refusalOf(() => refuseUnsupportedFilters({ hostname: 'a.example' }, true))).toBeUndefined();
    expect(refusalOf(() => refuseUnsupportedFilters({ city: 'Rome' }, true))).toBeDefined();
  });

  it('lets every other parameter pass', () => {
    expect(refusalOf(() => refuseUnsupportedFilters({ country: 'DE', colour: 'red' }))).toBeUndefined();
  });
});

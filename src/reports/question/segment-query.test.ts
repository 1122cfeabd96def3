import { describe, expect, it } from 'vitest';
import { buildSegmentQuery, parseSegmentFilters } from './segment-query.ts';

it('takes the filters that reports know, as they were saved', () => {
  const filters = { country: 'is:DE,FR', channel: 'Organic Search', ref: 'google.com', page: ['/a', '/b'] };
  expect(buildSegmentQuery(filters)).toEqual(filters);
});

it.each([
  { website_id: 'ff_other' },
  { limit: '1' },
  { tz: 'UTC' },
  { city: 'Berlin' },
  { country: 7 },
  { country: null },
])('refuses %j as a whole', (filters) => {
  expect(() => buildSegmentQuery({ device: 'mobile', ...filters })).toThrow(
    /of the segment cannot be applied/,
  );
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
    expect(() => parseSegmentFilters(filters)).toThrow(
      expect.objectContaining({ code: 'invalid_filter', details: expect.objectContaining({ filter: name }) }),
    );
  });
});

import { expect, it } from 'vitest';
import { buildSegmentQuery } from './segment-query.ts';

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

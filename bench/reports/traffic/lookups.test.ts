import { describe, expect, it } from 'vitest';
import { buildLookups, clients, directRank, firstCampaignRank, firstReferrerRank } from './lookups.ts';
import * as shape from './shape.ts';

describe('what sessions draw from', () => {
  const lookups = Object.fromEntries(buildLookups('example.com').map(({ name, rows }) => [name, rows]));

  it('has a row for every rank, the first of them empty', () => {
    const sizes = Object.entries(lookups).map(([name, rows]) => [name, rows.length - 1]);
    expect(Object.fromEntries(sizes)).toEqual({
      sources: 1 + shape.referrers + shape.campaigns,
      clients,
      places: shape.countries,
      paths: shape.paths,
    });
    for (const rows of Object.values(lookups)) expect(Object.values(rows[0] ?? {}).join('')).toBe('');
  });

  it('holds what the product finds in it', () => {
    expect(lookups.sources?.[directRank]).toMatchObject({ channel: 'Direct', referrer_host: '' });
    expect(lookups.sources?.[firstReferrerRank]).toMatchObject({
      channel: 'Organic Search',
      referrer_host: 'google.com',
    });
    expect(lookups.sources?.[firstCampaignRank]).toMatchObject({
      channel: 'Paid Search',
      utm_source: 'google',
    });
    expect(new Set(lookups.sources?.map(({ referrer_host }) => referrer_host)).size).toBe(
      1 + shape.referrers,
    );
    expect(new Set(lookups.paths?.map(({ path }) => path)).size).toBe(1 + shape.paths);
    expect(lookups.clients?.every(({ browser }, rank) => rank === 0 || browser !== '')).toBe(true);
  });
});

import type { FilterName } from '../view/filters.ts';

export type SuggestionSource = { path: string; extra?: Record<string, string>; column: string };

const referrers = 'pixel/analytics/referrers';

/** Which report knows the recorded values of a dimension; some have none. */
const sources: Partial<Record<FilterName, SuggestionSource>> = {
  page: { path: 'pixel/analytics/pages', column: 'path' },
  channel: { path: referrers, extra: { mode: 'channel' }, column: 'value' },
  referrer: { path: referrers, extra: { mode: 'referrer' }, column: 'value' },
  utm_source: { path: referrers, extra: { mode: 'utm_source' }, column: 'value' },
  utm_campaign: { path: referrers, extra: { mode: 'utm_campaign' }, column: 'value' },
  keyword: { path: referrers, extra: { mode: 'keyword' }, column: 'value' },
  country: { path: 'pixel/analytics/countries', column: 'country' },
  language: { path: 'pixel/metrics/languages', column: 'language' },
  device: { path: 'pixel/analytics/devices', column: 'device' },
  browser: { path: 'pixel/analytics/browsers', column: 'browser' },
  os: { path: 'pixel/analytics/operating-systems', column: 'os' },
};

export const suggestionsOf = (name: FilterName): SuggestionSource | undefined => sources[name];

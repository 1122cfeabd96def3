import { type Row, useReport } from '../api/reports.ts';
import type { FilterName } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import { showValue } from './filter-words.ts';

type SuggestionSource = { path: string; extra?: Record<string, string>; column: string };

const referrers = 'pixel/analytics/referrers';

/** Which report knows the recorded values of a dimension; some have none. */
const sources: Partial<Record<FilterName, SuggestionSource>> = {
  page: { path: 'pixel/analytics/pages', column: 'path' },
  channel: { path: referrers, extra: { mode: 'channel' }, column: 'value' },
  referrer: { path: referrers, extra: { mode: 'referrer' }, column: 'value' },
  hostname: { path: 'pixel/analytics/hostnames', column: 'hostname' },
  utm_source: { path: referrers, extra: { mode: 'utm_source' }, column: 'value' },
  utm_campaign: { path: referrers, extra: { mode: 'utm_campaign' }, column: 'value' },
  keyword: { path: referrers, extra: { mode: 'keyword' }, column: 'value' },
  country: { path: 'pixel/analytics/countries', column: 'country' },
  language: { path: 'pixel/metrics/languages', column: 'language' },
  device: { path: 'pixel/analytics/devices', column: 'device' },
  browser: { path: 'pixel/analytics/browsers', column: 'browser' },
  os: { path: 'pixel/analytics/operating-systems', column: 'os' },
  goal_name: { path: 'pixel/metrics/goal_conversions', column: 'goal_name' },
};

/** The values of a dimension that were recorded in these days, most frequent first; undefined where no report knows. */
export function useSuggestions(look: Look, name: FilterName | undefined): readonly string[] | undefined {
  // A link that shows other pages alone may not ask these reports.
  const isAllowed = look.shared === undefined || look.shared.pages.includes('overview');
  const source = name && isAllowed ? sources[name] : undefined;
  const question =
    name &&
    source &&
    look.questionOver(look.range, source.path, { ...source.extra, [name]: undefined, limit: 1000 });
  const { data, isPlaceholderData } = useReport<Row>(question);
  if (!source) return undefined;
  // What still stands there from before are rows of another dimension.
  return data && !isPlaceholderData ? listValues(data.data, source.column) : [];
}

export function listValues(rows: readonly Row[], column: string): string[] {
  const values = rows.flatMap((row) => (typeof row[column] === 'string' ? [row[column]] : []));
  return [...new Set(values)];
}

/** Those that contain the text, as they are recorded or as they are shown. */
export function matchSuggestions(name: FilterName, recorded: readonly string[], text: string): string[] {
  const wanted = text.trim().toLowerCase();
  return recorded.filter((value) => `${value} ${showValue(name, value)}`.toLowerCase().includes(wanted));
}

/** What somebody means who types a value as it is shown, such as Germany for DE; else it is the text itself. */
export function resolveTyped(name: FilterName, recorded: readonly string[], text: string): string {
  if (recorded.includes(text)) return text;
  const wanted = text.toLowerCase();
  const meant = recorded.find(
    (value) => value.toLowerCase() === wanted || showValue(name, value).toLowerCase() === wanted,
  );
  return meant ?? text;
}

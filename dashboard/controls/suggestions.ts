import { useQueries } from '@tanstack/react-query';
import { type Row, reportQuery, toNumber } from '../api/reports.ts';
import { answersOf, type FilterName } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';

type SuggestionSource = { path: string; extra?: Record<string, string>; column: string };

const referrers = 'pixel/analytics/referrers';

/** Which report knows the recorded values of a dimension; some have none. */
const sources: Partial<Record<FilterName, SuggestionSource>> = {
  page: { path: 'pixel/analytics/pages', column: 'path' },
  entry_page: { path: 'pixel/analytics/entry-pages', column: 'path' },
  exit_page: { path: 'pixel/analytics/exit-pages', column: 'path' },
  channel: { path: referrers, extra: { mode: 'channel' }, column: 'value' },
  referrer: { path: referrers, extra: { mode: 'referrer' }, column: 'value' },
  hostname: { path: 'pixel/analytics/hostnames', column: 'hostname' },
  ai_operator: { path: 'pixel/metrics/ai_traffic', column: 'operator' },
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

/** A value of a dimension, and how much of it there was in the period; answers have no number. */
export type Recorded = { name: FilterName; value: string; count: number | undefined; unit: string };

const mostAsked = 500;

export type Found = {
  recorded: readonly Recorded[];
  /** Whether more may come. */
  isLoading: boolean;
};

/** What was recorded in the period in these dimensions; of those that no report knows, nothing. */
export function useRecorded(look: Look, names: readonly FilterName[]): Found {
  // A link that shows other pages alone may not ask these reports.
  const isAllowed = look.shared === undefined || look.shared.pages.includes('overview');
  const knows = ({ shared }: Look, name: FilterName) =>
    sources[name] && (name !== 'ai_operator' || !shared || shared.pages.includes('ai'));
  const asked = isAllowed ? names.filter((name) => knows(look, name)) : [];
  const answers = useQueries({
    queries: asked.map((name) => {
      const { path, extra } = sources[name] as SuggestionSource;
      return reportQuery<Row>(look.question(path, { ...extra, [name]: undefined, limit: mostAsked }));
    }),
  });
  return {
    recorded: [
      ...listAnswers(names),
      ...asked.flatMap((name, index) => listRecorded(name, answers[index]?.data?.data ?? [])),
    ],
    isLoading: answers.some(({ isPending }) => isPending),
  };
}

const listAnswers = (names: readonly FilterName[]): Recorded[] =>
  names.flatMap((name) =>
    (answersOf[name] ?? []).map((value) => ({ name, value, count: undefined, unit: '' })),
  );

const units = ['visitors', 'sessions', 'views'] as const;

export function listRecorded(name: FilterName, rows: readonly Row[]): Recorded[] {
  const column = sources[name]?.column ?? '';
  const found = new Map<string, Recorded>();
  for (const row of rows) {
    const value = row[column];
    const unit = units.find((each) => each in row) ?? 'visitors';
    if (typeof value === 'string' && !found.has(value)) {
      found.set(value, { name, value, count: toNumber(row[unit]), unit });
    }
  }
  return [...found.values()];
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askReport } from '../api/reports.ts';
import { canOpen, useWebsite } from '../shell/place.tsx';
import { type Day, dayIn, daysBetween } from './day.ts';
import { defaultPreset, type Period } from './period.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const usualDays = 30;

type Bucket = { ts: string; value: number };

/**
 * The first day of the last thirty on which somebody came; null where nobody did. Nothing is asked of a website that
 * has been here for longer: then thirty days are usual, whatever is in them.
 */
export function useFirstDay(): Day | null {
  const place = useWebsite();
  const { workspace, website, base } = place;
  const zone = workspace.timezone;
  // A link that does not show the overview may not ask for its chart.
  const isNew = canOpen(place, 'overview') && Date.now() - Date.parse(website.createdAt) < usualDays * dayMs;
  const { data } = useSuspenseQuery<Day | null>({
    queryKey: ['first-day', base, website.websiteId, zone, isNew],
    async queryFn() {
      const query = { website_id: website.websiteId, lookback_days: usualDays, granularity: 'day', tz: zone };
      const path = 'pixel/metrics/metric_series';
      // Without an answer the page is shown as ever; its own reports say what is wrong.
      const { data: days } = await askReport<Bucket>({ base, path, query }).catch(() => ({
        data: [],
      }));
      const first = days.find(({ value }) => value > 0);
      return first ? dayIn(zone, Date.parse(first.ts)) : null;
    },
    ...(!isNew && { initialData: null }),
    staleTime: ({ state }) => (isNew && !state.data ? minuteMs : Number.POSITIVE_INFINITY),
  });
  return data;
}

/** What is shown where nobody chose the days: on the first ones only those that have data. */
export function useUsualPeriod(): Period {
  const { workspace } = useWebsite();
  const firstDay = useFirstDay();
  const today = dayIn(workspace.timezone, Date.now());
  return useMemo(() => chooseUsualPeriod(firstDay, today), [firstDay, today]);
}

export function chooseUsualPeriod(firstDay: Day | null, today: Day): Period {
  if (firstDay === null || daysBetween(firstDay, today) >= usualDays - 1) return defaultPreset;
  return firstDay === today ? 'today' : { from: firstDay, to: today };
}

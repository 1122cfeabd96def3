import { useMemo } from 'react';
import type { ReportQuestion } from '../api/reports.ts';
import type { SharedView } from '../api/shared-view.ts';
import { useWebsite } from '../shell/place.tsx';
import { useCurrencies } from './currencies.ts';
import { clockIn, type Day, dayIn } from './day.ts';
import { buildFilterQuery } from './filters.ts';
import {
  chooseGranularity,
  comparisons,
  type Granularity,
  type Period,
  type Range,
  resolveComparison,
  resolvePeriod,
} from './period.ts';
import { type ChangeView, useView } from './use-view.ts';
import { useUsualPeriod } from './usual-period.ts';
import { defaultView, type View } from './view.ts';

type Extra = Readonly<Record<string, string | number | undefined>>;

/** A view of a website with everything worked out that a question needs. */
export type Look = {
  view: View;
  change: ChangeView;
  zone: string;
  today: Day;
  /** What clocks in the zone show, as HH:MM. */
  clock: string;
  /** As it was chosen, or what is usual for the website. */
  period: Period;
  range: Range;
  /** What it is compared with, where it is. */
  compared: Range | undefined;
  /** What that is called. */
  comparedName: string | undefined;
  granularity: Granularity;
  /** The one in which amounts are told. */
  currency: string;
  /** All in which the website was paid, the largest sum first: they are not added up. */
  currencies: readonly string[];
  /** Of whoever came by a share link: what that leaves out. */
  shared: SharedView | undefined;
  showsRevenue: boolean;
  /** A report over the range with the filters; `path` as after /api/v1/. */
  question(path: string, extra?: Extra): ReportQuestion;
  /** The same over other days. */
  questionOver(range: Range, path: string, extra?: Extra): ReportQuestion;
  /** The same of what it is compared with; undefined where it is compared with nothing. */
  comparedQuestion(path: string, extra?: Extra): ReportQuestion | undefined;
};

const named = 'pixel/metrics/';

export function useLook(): Look {
  const { workspace, website, base, shared } = useWebsite();
  const [given, change] = useView();
  const showsRevenue = !shared?.hidesRevenue;
  const view = useMemo(() => (showsRevenue ? given : withoutRevenue(given)), [given, showsRevenue]);
  const zone = view.zone ?? workspace.timezone;
  const usualPeriod = useUsualPeriod();
  const currencies = useCurrencies(showsRevenue);
  return useMemo(() => {
    const now = Date.now();
    const period = view.period ?? usualPeriod;
    const range = resolvePeriod(period, zone, now);
    const compared = resolveComparison(range, view.comparison);
    const currency = currencies.find((each) => each === view.currency) ?? currencies[0];
    const questionOver: Look['questionOver'] = ({ from, to }, path, extra = {}) => ({
      base,
      path,
      query: {
        website_id: website.websiteId,
        ...(path.startsWith(named) ? { from, to } : { from_date: from, to_date: to }),
        tz: zone,
        ...buildFilterQuery(view.filters),
        ...(showsRevenue && { model: view.model }),
        ...(currencies.length > 1 && { currency }),
        ...extra,
      },
    });
    return {
      view,
      change,
      zone,
      today: dayIn(zone, now),
      clock: clockIn(zone, now),
      period,
      range,
      compared,
      comparedName: compared && comparisons[view.comparison],
      granularity: chooseGranularity(range, view.granularity),
      currency: currency ?? workspace.currency,
      currencies,
      shared,
      showsRevenue,
      question: (path, extra) => questionOver(range, path, extra),
      questionOver,
      comparedQuestion: (path, extra) => compared && questionOver(compared, path, extra),
    };
  }, [view, change, zone, usualPeriod, currencies, workspace, website, base, shared, showsRevenue]);
}

/** An address that was sent along may name what the link does not show. */
function withoutRevenue(view: View): View {
  return view.metric === 'revenue' ? { ...view, metric: defaultView.metric } : view;
}

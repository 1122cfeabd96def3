import { useMemo } from 'react';
import type { ReportQuestion } from '../api/reports.ts';
import type { SharedView } from '../api/shared-view.ts';
import { useWebsite } from '../shell/place.tsx';
import { useCurrencies } from './currencies.ts';
import { clockIn, type Day, dayIn } from './day.ts';
import { buildFilterQuery, type Filters } from './filters.ts';
import {
  alignComparison,
  chooseGranularity,
  comparisons,
  type Granularity,
  type Period,
  type Range,
  resolveComparison,
  resolvePeriod,
  type Stretch,
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
  /** The days of what it is compared with, where it is. */
  compared: Range | undefined;
  /** What that is called. */
  comparedName: string | undefined;
  /** What changes are told between, where there are any. */
  aligned: { now: Stretch; before: Stretch } | undefined;
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
  /** The same over other days, such as until a time of day. */
  comparedOver(range: Range, path: string, extra?: Extra): ReportQuestion;
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
    const { versus } = view;
    const compared = versus ? range : resolveComparison(range, view.comparison);
    const [today, clock] = [dayIn(zone, now), clockIn(zone, now)];
    const all = { range, until: undefined };
    const currency = currencies.find((each) => each === view.currency) ?? currencies[0];
    const askOf = (filters: Filters, { from, to }: Range, path: string, extra: Extra = {}) => ({
      base,
      path,
      query: {
        website_id: website.websiteId,
        ...(path.startsWith(named) ? { from, to } : { from_date: from, to_date: to }),
        tz: zone,
        ...buildFilterQuery(filters),
        ...(showsRevenue && { model: view.model }),
        ...(currencies.length > 1 && { currency }),
        ...extra,
      },
    });
    const questionOver: Look['questionOver'] = (days, path, extra) => askOf(view.filters, days, path, extra);
    const comparedOver: Look['comparedOver'] = (days, path, extra) =>
      askOf(versus?.filters ?? view.filters, days, path, extra);
    return {
      view,
      change,
      zone,
      today,
      clock,
      period,
      range,
      compared,
      comparedName: versus?.name ?? (compared && comparisons[view.comparison]),
      // Both go on until now.
      aligned: versus
        ? { now: all, before: all }
        : compared && alignComparison(range, compared, { today, clock }),
      granularity: chooseGranularity(range, view.granularity),
      currency: currency ?? workspace.currency,
      currencies,
      shared,
      showsRevenue,
      question: (path, extra) => questionOver(range, path, extra),
      questionOver,
      comparedQuestion: (path, extra) => compared && comparedOver(compared, path, extra),
      comparedOver,
    };
  }, [view, change, zone, usualPeriod, currencies, workspace, website, base, shared, showsRevenue]);
}

/** An address that was sent along may name what the link does not show. */
function withoutRevenue(view: View): View {
  return view.metric === 'revenue' ? { ...view, metric: defaultView.metric } : view;
}

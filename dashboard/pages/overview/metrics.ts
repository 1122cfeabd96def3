import {
  formatCompact,
  formatCount,
  formatMoney,
  formatMoneyShort,
  formatPercent,
  formatSeconds,
} from '../../format/numbers.ts';
import type { Metric } from '../../view/view.ts';

type Kind = 'count' | 'percent' | 'seconds' | 'money';

export type MetricFacts = {
  kind: Kind;
  /** Its column in the headline row. */
  column: string;
  /** Which way is good; a larger bounce rate is not. */
  better: 'more' | 'less';
  /** Of a rate: the column of what it is a rate of. Where that is 0 there is nothing to compare with. */
  base?: string;
};

export const metricFacts: Readonly<Record<Metric, MetricFacts>> = {
  visitors: { kind: 'count', column: 'visitors', better: 'more' },
  sessions: { kind: 'count', column: 'sessions', better: 'more' },
  pageviews: { kind: 'count', column: 'pageviews', better: 'more' },
  bounce_rate: { kind: 'percent', column: 'bounce_rate', better: 'less', base: 'sessions' },
  session_time: { kind: 'seconds', column: 'avg_session_seconds', better: 'more' },
  conversions: { kind: 'count', column: 'conversions', better: 'more' },
  conversion_rate: { kind: 'percent', column: 'conversion_rate', better: 'more', base: 'visitors' },
  revenue: { kind: 'money', column: 'revenue', better: 'more' },
};

const exact: Record<Kind, (value: number, currency: string) => string> = {
  count: formatCount,
  percent: formatPercent,
  seconds: formatSeconds,
  money: formatMoney,
};

const brief: Record<Kind, (value: number, currency: string) => string> = {
  ...exact,
  count: formatCompact,
  money: formatMoneyShort,
};

export const formatExact = (metric: Metric, value: number, currency: string): string =>
  exact[metricFacts[metric].kind](value, currency);

export const formatBrief = (metric: Metric, value: number, currency: string): string =>
  brief[metricFacts[metric].kind](value, currency);

import { chooseCurrency } from '../contract/choose-currency.ts';
import type { AskReport } from '../contract/report-question.ts';
import { dayOf, formatDay } from '../contract/time-zone.ts';
import type { AlertFacts } from './alert-facts.ts';
import type { AlertChart } from './chart.ts';
import { chartWindows, findWindow, listWeeksBefore, quarterMs, type Window } from './windows.ts';

/** What the figures say, before anybody judges them. */
export type Reading =
  /** Of `no_data`. `lastAt` is asked for only where there are no hits. */
  | { kind: 'silence'; since: number; hits: number; isInstalled: boolean; lastAt: number | null }
  | FigureReading;

export type FigureReading = {
  kind: 'figure';
  window: Window;
  value: number;
  /** Where the figure is a share of them. */
  sessions: number | undefined;
  /** Those that can be compared with. */
  weeks: readonly number[];
  /** That of the amounts, and in which others payments came, which are not in them. */
  watched: Watched;
};

export type Watched = { currency: string; others: readonly string[] };

/** Records that were accepted are not stored yet: figures would be too low. */
export class RecordsDelayed extends Error {
  constructor() {
    super('Records wait to be stored, so that figures are not complete. It is checked again in a minute.');
    this.name = 'RecordsDelayed';
  }
}

/** A share of fewer sessions is a matter of luck. */
export const fewestSessions = 10;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** As long as the weeks that an unusual figure is compared with, and a little more. */
const currencyDays = 30;

export function createAlertReader(ask: AskReport) {
  async function rowsOf(
    alert: AlertFacts,
    report: 'overview' | 'recent-traffic' | 'metric-spans' | 'currencies',
    query: Record<string, string>,
    isNarrowed = true,
  ) {
    const { workspaceId, retentionDays, websiteId, segment } = alert;
    const { rows, isDelayed } = await ask({
      report,
      reader: { workspaceId, retentionDays },
      filters: isNarrowed ? (segment?.filters ?? {}) : {},
      query: { website_id: websiteId, ...query },
    });
    if (isDelayed) throw new RecordsDelayed();
    return rows;
  }

  /** Amounts of different currencies are not added up: one of them is watched. */
  async function findWatched(alert: AlertFacts, now: number): Promise<Watched> {
    if (alert.rule.metric !== 'revenue') return { currency: alert.currency, others: [] };
    const from_date = formatDay(dayOf(now - currencyDays * dayMs, 'UTC'));
    const rows = await rowsOf(alert, 'currencies', { from_date });
    const { currency, others } = chooseCurrency(rows, alert.currency);
    return { currency, others: others.map((other) => other.currency) };
  }

  /** In the order of the windows, which do not overlap. */
  async function measure(
    alert: AlertFacts,
    metric: string,
    windows: readonly Window[],
    { isNarrowed = true, watched }: { isNarrowed?: boolean; watched?: Watched } = {},
  ) {
    const spans = windows.map(({ from, to }) => `${from / quarterMs}:${(to - from) / quarterMs}:1`).join(',');
    const rows = await rowsOf(alert, 'metric-spans', { metric, spans, ...inCurrency(watched) }, isNarrowed);
    const values = new Map(rows.map(({ ts, value }) => [Date.parse(String(ts)), Number(value)]));
    return windows.map(({ from }) => values.get(from) ?? 0);
  }

  async function readSilence(alert: AlertFacts, now: number): Promise<Reading> {
    const minutes = String(alert.rule.windowMinutes);
    const [row] = await rowsOf(alert, 'recent-traffic', { minutes });
    const hits = Number(row?.hits ?? 0);
    const silence = { kind: 'silence' as const, since: now - alert.rule.windowMinutes * minuteMs, hits };
    // Most checks end here: the latest record is looked for among all there ever were.
    if (hits > 0) return { ...silence, isInstalled: true, lastAt: null };
    const [overview] = await rowsOf(alert, 'overview', {}, false);
    return {
      ...silence,
      isInstalled: overview?.status !== 'never',
      lastAt: typeof overview?.last_event_at === 'string' ? Date.parse(overview.last_event_at) : null,
    };
  }

  async function readFigure(alert: AlertFacts, now: number): Promise<Reading> {
    const { metric, condition, windowMinutes } = alert.rule;
    const window = findWindow(windowMinutes, now);
    const before = condition === 'anomaly' ? listWeeksBefore(window, alert.timezone) : [];
    const windows = [window, ...before];
    const watched = await findWatched(alert, now);
    const [value = 0, ...values] = await measure(alert, metric, windows, { watched });
    const isShare = metric === 'bounce_rate';
    const [sessions, ...sessionsBefore] = isShare ? await measure(alert, 'sessions', windows) : [];
    const isKnown = before.length > 0 ? await findKnownWeeks(alert, before) : [];
    const weeks = values.filter(
      (_, index) => isKnown[index] && (!isShare || (sessionsBefore[index] ?? 0) >= fewestSessions),
    );
    return { kind: 'figure', window, value, sessions, weeks, watched };
  }

  /** A week in which nothing at all came, that day, is no week to compare with: the website was not there, or not tracked. */
  async function findKnownWeeks(alert: AlertFacts, weeks: readonly Window[]): Promise<boolean[]> {
    const days = weeks.map(({ from, to }) => ({ from: Math.min(from, to - dayMs), to }));
    return (await measure(alert, 'sessions', days, { isNarrowed: false })).map((sessions) => sessions > 0);
  }

  return {
    read: (alert: AlertFacts, now: number): Promise<Reading> =>
      alert.rule.metric === 'no_data' ? readSilence(alert, now) : readFigure(alert, now),

    /** The windows up to now, for the chart; of `no_data` it is pageviews by quarters of an hour. */
    async readSeries(alert: AlertFacts, now: number): Promise<Pick<AlertChart, 'points' | 'currency'>> {
      const { metric, windowMinutes } = alert.rule;
      const isSilence = metric === 'no_data';
      const { from, to } = findWindow(isSilence ? quarterMs / minuteMs : windowMinutes, now);
      const spans = `${(to - (to - from) * chartWindows) / quarterMs}:${(to - from) / quarterMs}:${chartWindows}`;
      const watched = await findWatched(alert, now);
      const shown = isSilence ? 'pageviews' : metric;
      const rows = await rowsOf(alert, 'metric-spans', { metric: shown, spans, ...inCurrency(watched) });
      const points = rows.map(({ ts, value }) => ({ at: Date.parse(String(ts)), value: Number(value) }));
      return { points, currency: watched.currency };
    },
  };
}

const inCurrency = (watched: Watched | undefined): { currency?: string } =>
  watched !== undefined && watched.others.length > 0 ? { currency: watched.currency } : {};

export type AlertReader = ReturnType<typeof createAlertReader>;

import { toPlainLine } from '../contract/plain-line.ts';
import type { DayRange, Frequency } from '../contract/schedule.ts';
import type { Figures, Headline } from './figures.ts';

const locale = 'en-GB';
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const range = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });

export const formatCount = (value: number): string => whole.format(value);

export function formatMoney(value: number, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(value);
}

/** "Sun, 29 March 2026", "23–29 March 2026", "March 2026" */
export function formatPeriod(frequency: Frequency, { from, to }: DayRange): string {
  if (frequency === 'daily') return day.format(from);
  return frequency === 'monthly' ? month.format(from) : range.formatRange(from, to);
}

const beforeWords: Record<Frequency, string> = {
  daily: 'the day before',
  weekly: 'the week before',
  monthly: 'the month before',
};
export const describeBefore = (frequency: Frequency): string => beforeWords[frequency];

/** What stands below the ends of the chart. */
export function describeEnds(frequency: Frequency, { from, to }: DayRange): [string, string] {
  return frequency === 'daily' ? ['00:00', '24:00'] : [shortDay.format(from), shortDay.format(to)];
}

/** 42s, 3m 05s, 1h 02m */
function formatSeconds(value: number): string {
  const seconds = Math.round(value);
  const two = (part: number) => String(part).padStart(2, '0');
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor(seconds / 60) % 60)}m`;
}

export type Change = { text: string; tone: 'good' | 'bad' | 'same' };

export type ShownFigure = { label: string; value: string; change: Change | undefined };

type FigureWords = {
  label: string;
  show(value: number, currency: string): string;
  better: 'more' | 'less';
  /** A percentage: its change is told in points. */
  isRate?: true;
};

const percent = (value: number) => `${oneDecimal.format(value)}%`;

const figureWords: Readonly<Record<keyof Headline, FigureWords>> = {
  visitors: { label: 'Visitors', show: formatCount, better: 'more' },
  sessions: { label: 'Sessions', show: formatCount, better: 'more' },
  pageviews: { label: 'Pageviews', show: formatCount, better: 'more' },
  bounce_rate: { label: 'Bounce rate', show: percent, better: 'less', isRate: true },
  avg_session_seconds: { label: 'Session time', show: formatSeconds, better: 'more' },
  conversions: { label: 'Conversions', show: formatCount, better: 'more' },
  conversion_rate: { label: 'Conversion rate', show: percent, better: 'more', isRate: true },
  revenue: { label: 'Revenue', show: formatMoney, better: 'more' },
};

/** Revenue is shown where there is some, now or before. */
export function listShownFigures({ headline, before, currency }: Figures): ShownFigure[] {
  const names = (Object.keys(figureWords) as (keyof Headline)[]).filter(
    (name) => name !== 'revenue' || headline.revenue !== 0 || (before?.revenue ?? 0) !== 0,
  );
  return names.map((name) => {
    const { label, show, better, isRate } = figureWords[name];
    const describe = isRate ? describePoints : describeChange;
    const change = before && describe(headline[name], before[name], better);
    return { label, value: show(headline[name], currency), change };
  });
}

function describeChange(now: number, before: number, better: 'more' | 'less'): Change | undefined {
  if (before === 0) return now === 0 ? { text: 'no change', tone: 'same' } : undefined;
  const ratio = (now - before) / Math.abs(before);
  const size = Math.abs(ratio) * 100;
  const text =
    size >= 1000 ? 'over 10 times' : `${size >= 100 ? whole.format(size) : oneDecimal.format(size)}%`;
  if (oneDecimal.format(size) === '0') return { text: 'no change', tone: 'same' };
  const isGood = ratio > 0 === (better === 'more');
  return { text: `${ratio > 0 ? '+' : '−'}${text}`, tone: isGood ? 'good' : 'bad' };
}

function describePoints(now: number, before: number, better: 'more' | 'less'): Change {
  const size = oneDecimal.format(Math.abs(now - before));
  if (size === '0') return { text: 'no change', tone: 'same' };
  const isMore = now > before;
  return {
    text: `${isMore ? '+' : '−'}${size} ${size === '1' ? 'point' : 'points'}`,
    tone: isMore === (better === 'more') ? 'good' : 'bad',
  };
}

const longestName = 70;

/** For text that visitors sent, such as paths: one line, and no longer than the mail is wide. */
export function shorten(text: string): string {
  const line = toPlainLine(text);
  return line.length > longestName ? `${line.slice(0, longestName - 1)}…` : line;
}

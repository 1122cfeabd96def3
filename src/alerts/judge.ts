import type { AlertMetric } from '../contract/alert-rule.ts';
import type { AlertFacts } from './alert-facts.ts';
import {
  describeDuration,
  describeFigure,
  describeInstant,
  describeWindow,
  formatNumber,
  listNumbers,
} from './figure-words.ts';
import { type FigureReading, fewestSessions, type Reading } from './read-alert.ts';
import { fewestWeeks, findUsual, robustScore, unusualFrom } from './usual.ts';

export type Verdict = {
  firing: boolean;
  /** What was found and why that is an alert, or is none, for people. */
  words: string;
  /** Null where there is no number, as of no data. */
  value: number | null;
  /** The line in the chart: the threshold, or what is usual. */
  limit: number | undefined;
};

type Silence = Extract<Reading, { kind: 'silence' }>;

export function judge(alert: AlertFacts, reading: Reading, now: number): Verdict {
  const verdict =
    reading.kind === 'silence' ? judgeSilence(alert, reading, now) : judgeAmount(alert, reading);
  const since = reading.kind === 'silence' ? reading.since : reading.window.from;
  const isTooLow = verdict.firing && !isAbove(alert, reading);
  if (!isTooLow || alert.state.watchedSince <= since) return verdict;
  const words = 'Footfall itself was away for a part of this time, so low figures say nothing yet.';
  return { ...verdict, firing: false, words };
}

function isAbove({ rule }: AlertFacts, reading: Reading): boolean {
  if (reading.kind === 'silence' || rule.condition === 'lt') return false;
  if (rule.condition === 'gt') return true;
  const usual = findUsual(reading.weeks, leastSpreadOf(rule.metric));
  return usual !== undefined && reading.value > usual.median;
}

function judgeSilence(alert: AlertFacts, { hits, isInstalled, lastAt }: Silence, now: number): Verdict {
  const { rule, segment, timezone } = alert;
  const shared = { value: null, limit: undefined };
  if (!isInstalled) {
    return { ...shared, firing: false, words: 'Nothing was ever recorded: it waits for the first visit.' };
  }
  const window = describeDuration(rule.windowMinutes * 60_000);
  const whose = segment ? ` of the segment ${segment.name}` : '';
  if (hits > 0) {
    const found =
      hits === 1 ? 'One pageview or event' : `${formatNumber('no_data', hits, '')} pageviews and events`;
    return { ...shared, firing: false, words: `${found}${whose} in the last ${window}.` };
  }
  // `lastAt` counts records of every kind and segment, so it is shown only where it, too, lies before the window.
  const last =
    lastAt !== null && now - lastAt >= rule.windowMinutes * 60_000
      ? ` The last record of the website is of ${describeInstant(lastAt, timezone)}.`
      : '';
  return { ...shared, firing: true, words: `No pageview and no event${whose} for ${window}.${last}` };
}

/** Says which payments are not in it, since a figure of several currencies is none. */
function judgeAmount(alert: AlertFacts, reading: FigureReading): Verdict {
  const verdict = judgeFigure(alert, reading);
  const { currency, others } = reading.watched;
  if (others.length === 0) return verdict;
  return {
    ...verdict,
    words: `${verdict.words} Only payments in ${currency} count: those in ${listNumbers(others)} are left out.`,
  };
}

function judgeFigure(alert: AlertFacts, reading: FigureReading): Verdict {
  const { rule, timezone, segment } = alert;
  const { value, window, sessions } = reading;
  const { currency } = reading.watched;
  const whose = segment ? ` in the segment ${segment.name}` : '';
  const found = `${describeFigure(rule.metric, value, currency)}${whose}, ${describeWindow(window, timezone)}`;
  if (sessions !== undefined && sessions < fewestSessions) {
    const words = `${capitalise(found)}: of fewer than ${fewestSessions} sessions, which says nothing.`;
    return { firing: false, words, value, limit: rule.threshold ?? undefined };
  }
  if (rule.condition === 'anomaly') return judgeUnusual(alert, reading, found);
  const limit = rule.threshold ?? 0;
  const isPassed = rule.condition === 'gt' ? value > limit : value < limit;
  const side = rule.condition === 'gt' ? 'above' : 'below';
  const number = formatNumber(rule.metric, limit, currency);
  return {
    firing: isPassed,
    words: `${capitalise(found)}: ${isPassed ? '' : 'not '}${side} ${number}.`,
    value,
    limit,
  };
}

function judgeUnusual(
  { rule }: AlertFacts,
  { value, weeks, watched }: FigureReading,
  found: string,
): Verdict {
  const usual = findUsual(weeks, leastSpreadOf(rule.metric));
  if (!usual) {
    const words = `${capitalise(found)}. There are not ${fewestWeeks} earlier weeks with visits to compare with yet.`;
    return { firing: false, words, value, limit: undefined };
  }
  const score = robustScore(value, usual);
  const firing = Math.abs(score) >= unusualFrom;
  const show = (number: number) => formatNumber(rule.metric, number, watched.currency);
  const times = Math.abs(score).toFixed(1);
  const words = [
    `${capitalise(found)}.`,
    `In the same hours of the last ${weeks.length === 3 ? 'three' : 'four'} weeks it was ${listNumbers(weeks.map(show))}:`,
    `usually ${show(usual.median)}, give or take ${show(usual.spread)}.`,
    `This is ${times} times that far ${score < 0 ? 'below' : 'above'} the usual,`,
    firing
      ? `and ${unusualFrom} times is unusual.`
      : `which is not unusual: that begins at ${unusualFrom} times.`,
  ].join(' ');
  return { firing, words, value, limit: usual.median };
}

/** How much such a figure varies by chance, whatever the weeks before say. */
function leastSpreadOf(metric: AlertMetric): (median: number) => number {
  if (metric === 'bounce_rate') return () => 5;
  if (metric === 'revenue') return (median) => Math.max(1, Math.abs(median) / 4);
  // Counts vary with their square root; a handful of visitors more is never an alert.
  return (median) => Math.sqrt(median + 4);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

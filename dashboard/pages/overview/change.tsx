import { formatChange, formatPoints } from '../../format/numbers.ts';
import type { Metric } from '../../view/view.ts';
import { metricFacts } from './metrics.ts';

export type ChangeProps = {
  metric: Metric;
  now: number;
  before: number;
  /** Whether there was anything before that could have had a rate; where it is not said, a rate of 0 tells nothing. */
  hadBase?: boolean;
};

/** How much more or less; green where that is good. Rates change in points: from 2% to 3% is one, and not half as much again. */
export function Change({ metric, now, before, hadBase = before !== 0 }: ChangeProps) {
  const { kind, better } = metricFacts[metric];
  const isRate = kind === 'percent';
  const nothing = isRate ? '0 points' : '0%';
  if (!hadBase || (!isRate && before === 0)) {
    return <span className="change">{now === 0 ? nothing : 'new'}</span>;
  }
  const change = isRate ? now - before : (now - before) / Math.abs(before);
  if (Math.abs(change) < (isRate ? 0.05 : 0.0005)) return <span className="change">{nothing}</span>;
  const isMore = change > 0;
  return (
    <span className={`change ${isMore === (better === 'more') ? 'change-good' : 'change-bad'}`}>
      <span aria-hidden="true">{isMore ? '↑' : '↓'}</span>
      <span className="unseen">{isMore ? 'up' : 'down'} </span>
      {isRate ? formatPoints(change) : formatChange(change)}
    </span>
  );
}

import { formatChange } from '../../format/numbers.ts';
import type { Metric } from '../../view/view.ts';
import { changeOf, metricFacts } from './metrics.ts';

export type ChangeProps = { metric: Metric; now: number; before: number };

/** How much more or less; green where that is good. */
export function Change({ metric, now, before }: ChangeProps) {
  const ratio = changeOf(now, before);
  if (ratio === undefined) return <span className="change">{now === 0 ? '0%' : 'new'}</span>;
  const isSame = Math.abs(ratio) < 0.0005;
  const isGood = ratio > 0 === (metricFacts[metric].better === 'more');
  const tone = isSame ? '' : isGood ? 'change-good' : 'change-bad';
  return (
    <span className={`change ${tone}`}>
      {!isSame && (
        <>
          <span aria-hidden="true">{ratio > 0 ? '↑' : '↓'}</span>
          <span className="unseen">{ratio > 0 ? 'up' : 'down'} </span>
        </>
      )}
      {isSame ? '0%' : formatChange(ratio)}
    </span>
  );
}

import { type Row, toNumber, useReport } from '../../api/reports.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import type { Look } from '../../view/use-look.ts';
import { type Metric, metrics } from '../../view/view.ts';
import { Change } from './change.tsx';
import { formatBrief, formatExact, metricFacts } from './metrics.ts';

const path = 'pixel/analytics/headline';

/** The figures of the whole range; each is also the button that draws it over time. */
export function Headline({ look }: { look: Look }) {
  const now = useReport(look.question(path));
  const before = useReport(look.compared && look.questionOver(look.compared, path));
  if (now.error) return <ErrorState error={now.error} retry={() => void now.refetch()} />;
  return (
    <div className={`headline ${now.isPlaceholderData ? 'is-stale' : ''}`}>
      {(Object.keys(metrics) as Metric[]).map((metric) => (
        <Figure
          key={metric}
          look={look}
          metric={metric}
          now={now.data?.data[0]}
          before={look.compared && before.data?.data[0]}
        />
      ))}
    </div>
  );
}

type FigureProps = { look: Look; metric: Metric; now: Row | undefined; before: Row | undefined };

function Figure({ look, metric, now, before }: FigureProps) {
  const { column } = metricFacts[metric];
  const isChosen = look.view.metric === metric;
  const value = toNumber(now?.[column]);
  const beforeValue = toNumber(before?.[column]);
  return (
    <button
      type="button"
      className="figure"
      aria-pressed={isChosen}
      data-metric={metric}
      onClick={() => look.change({ metric })}
      title={now && formatExact(metric, value, look.currency)}
    >
      <span className="figure-label">{metrics[metric]}</span>
      <span className="figure-value" data-exact={now && String(now[column])}>
        {now ? formatBrief(metric, value, look.currency) : <Skeleton width={72} height={26} />}
      </span>
      <span className="figure-change">
        {now && before ? (
          <span title={`Before: ${formatExact(metric, beforeValue, look.currency)}`}>
            <Change metric={metric} now={value} before={beforeValue} />
          </span>
        ) : (
          // Keeps its place.
          ' '
        )}
      </span>
    </button>
  );
}

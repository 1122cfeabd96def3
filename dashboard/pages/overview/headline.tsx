import { Suspense } from 'react';
import { type Row, toNumber, useReport } from '../../api/reports.ts';
import { lazyPart } from '../../load-code.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import type { Look } from '../../view/use-look.ts';
import { type Metric, metrics } from '../../view/view.ts';
import { Change } from './change.tsx';
import { formatBrief, formatExact, metricFacts } from './metrics.ts';

const OtherCurrencies = lazyPart(() => import('./other-currencies.tsx'));

const path = 'pixel/analytics/headline';

/** The figures of the whole range; each is also the button that draws it over time. */
export function Headline({ look }: { look: Look }) {
  const now = useReport(look.question(path));
  const changes = useChanges(look);
  if (now.error) return <ErrorState error={now.error} />;
  return (
    <div className={`headline ${now.isPlaceholderData ? 'is-stale' : ''}`}>
      {shownMetrics(look).map((metric) => (
        <Figure key={metric} look={look} metric={metric} now={now.data?.data[0]} changes={changes} />
      ))}
    </div>
  );
}

const shownMetrics = ({ showsRevenue }: Look): Metric[] =>
  (Object.keys(metrics) as Metric[]).filter((metric) => showsRevenue || metric !== 'revenue');

/** The two rows that a change is between, once they are there; `until` where both end at that time of day. */
type Changes = { now: Row; before: Row; until: string | undefined } | undefined;

function useChanges(look: Look): Changes {
  const { aligned, questionOver, comparedOver } = look;
  const now = useReport(aligned && questionOver(aligned.now.range, path, { until: aligned.now.until }));
  const before = useReport(
    aligned && comparedOver(aligned.before.range, path, { until: aligned.before.until }),
  );
  const [nowRow, beforeRow] = [now.data?.data[0], before.data?.data[0]];
  if (!aligned || !nowRow || !beforeRow || now.isPlaceholderData || before.isPlaceholderData)
    return undefined;
  return { now: nowRow, before: beforeRow, until: aligned.now.until };
}

type FigureProps = { look: Look; metric: Metric; now: Row | undefined; changes: Changes };

function Figure({ look, metric, now, changes }: FigureProps) {
  const { column } = metricFacts[metric];
  const isChosen = look.view.metric === metric;
  const value = toNumber(now?.[column]);
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
      {metric === 'revenue' && look.currencies.length > 1 && (
        <Suspense fallback={null}>
          <OtherCurrencies look={look} />
        </Suspense>
      )}
      <span className="figure-change">
        <FigureChange look={look} metric={metric} changes={now && changes} />
      </span>
    </button>
  );
}

type FigureChangeProps = { look: Look; metric: Metric; changes: Changes };

function FigureChange({ look, metric, changes }: FigureChangeProps) {
  // Keeps its place.
  if (!changes) return ' ';
  const { column, base = column } = metricFacts[metric];
  const { until } = changes;
  const [now, before] = [toNumber(changes.now[column]), toNumber(changes.before[column])];
  const { versus } = look.view;
  const write = (value: number) => formatExact(metric, value, look.currency);
  if (versus) {
    return (
      <span className="figure-versus" title={`${versus.name}: ${write(before)}`}>
        <strong data-versus={String(changes.before[column])}>
          {formatBrief(metric, before, look.currency)}
        </strong>{' '}
        {versus.name}
      </span>
    );
  }
  const title =
    until === undefined
      ? `Before: ${write(before)}`
      : `Until ${until}: ${write(now)}; before, until the same time: ${write(before)}`;
  return (
    <span title={title}>
      <Change metric={metric} now={now} before={before} hadBase={toNumber(changes.before[base]) !== 0} />
    </span>
  );
}

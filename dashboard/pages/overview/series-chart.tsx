import { type Cell, toNumber, useReport } from '../../api/reports.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import type { Point } from '../../charts/time-scales.ts';
import { formatBucket, formatTick } from '../../format/dates.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { fittingGranularities, granularities, lengthOf } from '../../view/period.ts';
import type { Look } from '../../view/use-look.ts';
import { metrics } from '../../view/view.ts';
import { formatBrief, formatExact, metricFacts } from './metrics.ts';
import { buildPoints, type SeriesRow, zoomTo } from './series-points.ts';
import { SeriesTip } from './series-tip.tsx';

const path = 'pixel/metrics/metric_series';
const tall = 300;
const low = 220;

export function SeriesChart({ look }: { look: Look }) {
  const { view, granularity, compared } = look;
  const extra = { metric: view.metric, granularity };
  const now = useReport<SeriesRow>(look.question(path, extra));
  const before = useReport<SeriesRow>(compared && look.questionOver(compared, path, extra));
  const points = buildPoints({
    rows: now.data?.data ?? [],
    compared: compared && !before.isPlaceholderData ? before.data?.data : undefined,
    metric: view.metric,
  });
  return (
    <div className="series">
      <div className="series-head">
        <Legend look={look} />
        <GranularitySwitch look={look} />
      </div>
      {now.error ? (
        <ErrorState error={now.error} />
      ) : now.data ? (
        <div className={now.isPlaceholderData ? 'is-stale' : ''}>
          <SeriesDrawing look={look} points={points} />
        </div>
      ) : (
        <div className="series-wait">
          <Skeleton height="100%" />
        </div>
      )}
    </div>
  );
}

function SeriesDrawing({ look, points }: { look: Look; points: readonly Point[] }) {
  const { view, range, today, granularity, zone, currency } = look;
  const { metric } = view;
  const isNarrow = useMedia('(max-width: 640px)');
  if (range.from > today) {
    return (
      <EmptyState title="These days are still to come" guide={null}>
        Choose days up to today.
      </EmptyState>
    );
  }
  if (points.length === 0) {
    return (
      <EmptyState title="Nothing is kept of these days" guide="privacy">
        They lie before the time for which the workspace keeps its records. Choose later days.
      </EmptyState>
    );
  }
  const describe = (point: Point) => {
    const own = `${formatBucket(point.at, granularity, zone)}: ${formatExact(metric, point.value, currency)}`;
    if (!point.compared) return own;
    return `${own}; before, ${formatBucket(point.compared.at, granularity, zone)}: ${formatExact(metric, point.compared.value, currency)}`;
  };
  return (
    <>
      <TimeChart
        label={`${metrics[metric]} over time`}
        points={points}
        height={isNarrow ? low : tall}
        isWhole={metricFacts[metric].kind === 'count'}
        formatValue={(value) => formatBrief(metric, value, currency)}
        formatTick={(at) => formatTick(at, granularity, zone, lengthOf(range) > 2)}
        describe={describe}
        tooltip={(point) => <SeriesTip look={look} point={point} />}
        onZoom={(first, last) => {
          const period = zoomTo(points, first, last, look);
          if (period) look.change({ period, granularity: undefined });
        }}
      />
      <details className="series-table">
        <summary>Show as a table</summary>
        <SeriesTable look={look} points={points} />
      </details>
      <p className="series-zone">Days and hours of {zone.replaceAll('_', ' ')}</p>
    </>
  );
}

function Legend({ look }: { look: Look }) {
  const { view, compared } = look;
  return (
    <ul className="series-legend">
      {view.metric === 'revenue' ? (
        <>
          <li className="legend-new">New</li>
          <li className="legend-renewal">Renewal</li>
          <li className="legend-refund">Refund</li>
        </>
      ) : (
        <li className="legend-new">{metrics[view.metric]}</li>
      )}
      {compared && (
        <li className="legend-compared">
          {view.comparison === 'year' ? 'Previous year' : 'Previous period'}
        </li>
      )}
    </ul>
  );
}

function GranularitySwitch({ look }: { look: Look }) {
  const fitting = fittingGranularities(look.range);
  if (fitting.length < 2) return null;
  return (
    <Tabs
      label="Size of the steps"
      look="segmented"
      tabs={fitting.map((name) => ({ name, label: granularities[name] }))}
      chosen={look.granularity}
      onChoose={(granularity) => look.change({ granularity })}
    />
  );
}

function SeriesTable({ look, points }: { look: Look; points: readonly Point[] }) {
  const { view, granularity, zone, currency, compared } = look;
  const format = (value: number) => formatExact(view.metric, value, currency);
  return (
    <Table
      caption={`${metrics[view.metric]} over time`}
      rows={points}
      keyOf={({ at }) => String(at)}
      columns={[
        { name: 'at', label: 'When', cell: ({ at }) => formatBucket(at, granularity, zone) },
        { name: 'value', label: metrics[view.metric], align: 'end', cell: ({ value }) => format(value) },
        ...(points[0]?.stacks ?? []).map(({ name }) => ({
          name,
          label: name,
          align: 'end' as const,
          cell: ({ stacks }: Point) =>
            format(toNumber(stacks?.find((stack) => stack.name === name)?.value as Cell)),
        })),
        ...(compared
          ? [
              {
                name: 'compared',
                label: 'Before',
                align: 'end' as const,
                cell: (point: Point) => (point.compared ? format(point.compared.value) : ''),
              },
            ]
          : []),
      ]}
    />
  );
}

import { Suspense, useState } from 'react';
import { AnnotationPin, type Editing } from '../../annotations/annotation-pin.tsx';
import { type Placed, placeAnnotations } from '../../annotations/place-annotations.ts';
import { useAnnotations } from '../../api/annotations.ts';
import { type Cell, toNumber, useReport } from '../../api/reports.ts';
import { buildPoints, type SeriesRow, zoomTo } from '../../charts/series-points.ts';
import { TimeChart } from '../../charts/time-chart.tsx';
import { listBegun, type Point } from '../../charts/time-scales.ts';
import { nameFilters } from '../../controls/filter-words.ts';
import { formatBucket, formatTick } from '../../format/dates.ts';
import { lazyPart } from '../../load-code.ts';
import { canWrite, useWebsite } from '../../shell/place.tsx';
import { IconButton } from '../../ui/button.tsx';
import { IconFlag } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import type { Day } from '../../view/day.ts';
import { fittingGranularities, granularities, lengthOf } from '../../view/period.ts';
import type { Look } from '../../view/use-look.ts';
import { metrics } from '../../view/view.ts';
import { formatBrief, formatExact, metricFacts } from './metrics.ts';
import { SeriesTip } from './series-tip.tsx';

const AnnotationDialog = lazyPart(() => import('../../annotations/annotation-dialog.tsx'));

const path = 'pixel/metrics/metric_series';
const tall = 300;
const low = 220;

export function SeriesChart({ look }: { look: Look }) {
  const { view, granularity, compared } = look;
  const extra = { metric: view.metric, granularity };
  const now = useReport<SeriesRow>(look.question(path, extra));
  const before = useReport<SeriesRow>(look.comparedQuestion(path, extra));
  const points = buildPoints({
    rows: now.data?.data ?? [],
    compared: compared && !before.isPlaceholderData ? before.data?.data : undefined,
    metric: view.metric,
  });
  const mayWrite = canWrite(useWebsite());
  const [editing, setEditing] = useState<Editing>();
  return (
    <div className="series">
      <div className="series-head">
        <Legend look={look} />
        <div className="series-tools">
          {mayWrite && (
            <IconButton
              icon={IconFlag}
              label="Add an annotation"
              onClick={() => setEditing({ kind: 'add' })}
            />
          )}
          <GranularitySwitch look={look} />
        </div>
      </div>
      {now.error ? (
        <ErrorState error={now.error} />
      ) : now.data ? (
        <div className={now.isPlaceholderData ? 'is-stale' : ''}>
          <SeriesDrawing look={look} points={points} onEdit={mayWrite ? setEditing : undefined} />
        </div>
      ) : (
        <div className="series-wait">
          <Skeleton height="100%" />
        </div>
      )}
      {editing && (
        <Suspense fallback={null}>
          <AnnotationDialog
            editing={editing}
            day={earlier(look.range.to, look.today)}
            zone={look.zone}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

const earlier = (one: Day, other: Day): Day => [one, other].sort()[0] as Day;

type SeriesDrawingProps = {
  look: Look;
  points: readonly Point[];
  onEdit: ((editing: Editing) => void) | undefined;
};

function SeriesDrawing({ look, points: bare, onEdit }: SeriesDrawingProps) {
  const { view, range, today, granularity, zone, currency } = look;
  const { metric } = view;
  const placed = usePlaced(look, bare);
  const points = withNotes(bare, placed);
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
      <EmptyState title="These days are no longer kept" guide="privacy">
        They lie before the time for which the workspace keeps its records. Choose later days.
      </EmptyState>
    );
  }
  const describe = (point: Point) => {
    const write = ({ at, value }: { at: number; value: number }) =>
      `${formatBucket(at, granularity, zone)}: ${formatExact(metric, value, currency)}`;
    const parts = [
      point.isToCome ? `${formatBucket(point.at, granularity, zone)}: still to come` : write(point),
      point.compared && `${view.versus?.name ?? 'before'}, ${write(point.compared)}`,
      ...(point.notes ?? []),
    ];
    return parts.filter(Boolean).join('; ');
  };
  const drawPin = (indexes: readonly number[]) => (
    <AnnotationPin
      annotations={placed.filter(({ index }) => indexes.includes(index)).flatMap((each) => each.annotations)}
      zone={zone}
      onEdit={onEdit}
    />
  );
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
        pins={{ indexes: placed.map(({ index }) => index), draw: drawPin }}
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

/** Where the annotations of these days stand in the chart. */
function usePlaced({ range, zone }: Look, points: readonly Point[]): readonly Placed[] {
  const { data = [] } = useAnnotations(range);
  const starts = points.map(({ at }) => at);
  return data.length === 0 ? [] : placeAnnotations(data, starts, { zone, range });
}

function withNotes(points: readonly Point[], placed: readonly Placed[]): readonly Point[] {
  const notes = new Map(placed.map(({ index, annotations }) => [index, annotations.map(({ note }) => note)]));
  return points.map((point, index) => (notes.has(index) ? { ...point, notes: notes.get(index) } : point));
}

function Legend({ look }: { look: Look }) {
  const { view, comparedName } = look;
  return (
    <ul className="series-legend">
      {view.metric === 'revenue' ? (
        <>
          <li className="legend-new">New</li>
          <li className="legend-renewal">Renewal</li>
          <li className="legend-refund">Refund</li>
        </>
      ) : (
        <li className="legend-new">
          {view.versus ? `${metrics[view.metric]}: ${nameFilters(view.filters)}` : metrics[view.metric]}
        </li>
      )}
      {comparedName !== undefined && <li className="legend-compared">{comparedName}</li>}
    </ul>
  );
}

function GranularitySwitch({ look }: { look: Look }) {
  const fitting = fittingGranularities(look.range);
  if (fitting.length < 2) return null;
  return (
    <Tabs
      label="Show by"
      look="segmented"
      tabs={fitting.map((name) => ({ name, label: granularities[name] }))}
      chosen={look.granularity}
      onChoose={(granularity) => look.change({ granularity })}
    />
  );
}

function SeriesTable({ look, points }: { look: Look; points: readonly Point[] }) {
  const { view, granularity, zone, currency, comparedName } = look;
  const format = (value: number) => formatExact(view.metric, value, currency);
  return (
    <Table
      caption={`${metrics[view.metric]} over time`}
      rows={listBegun(points)}
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
        ...(points.some(({ notes }) => notes)
          ? [
              {
                name: 'notes',
                label: 'Annotations',
                cell: ({ notes = [] }: Point) => notes.join('; '),
              },
            ]
          : []),
        ...(comparedName !== undefined
          ? [
              {
                name: 'compared',
                label: comparedName,
                align: 'end' as const,
                cell: (point: Point) => (point.compared ? format(point.compared.value) : ''),
              },
            ]
          : []),
      ]}
    />
  );
}

/** A small chart of one number over the range, beside what it is compared with. */
import { type Row, toNumber, useReport } from '../api/reports.ts';
import { formatBucket, formatTick } from '../format/dates.ts';
import { formatCompact, formatCount, formatMoney, formatMoneyShort } from '../format/numbers.ts';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { lengthOf } from '../view/period.ts';
import type { Look } from '../view/use-look.ts';
import { buildPoints, type SeriesRow } from './series-points.ts';
import { TimeChart } from './time-chart.tsx';
import { listBegun, type Point } from './time-scales.ts';

export type TrendLine = { name: string; label: string; column: string; kind: 'count' | 'money' };

export type TrendProps = {
  look: Look;
  title: string;
  /** A report with a row for each bucket, which begins at its `ts`. */
  path: string;
  extra?: Readonly<Record<string, string | number>>;
  /** One of them is drawn; which one is in the address. */
  lines: readonly [TrendLine, ...TrendLine[]];
};

const height = 180;
const tabOf = 'trend';

export default function Trend({ look, title, path, extra, lines }: TrendProps) {
  const { view, granularity, change } = look;
  const line = lines.find(({ name }) => name === view.tabs[tabOf]) ?? lines[0];
  const asked = { ...extra, granularity };
  const now = useReport<Row>(look.question(path, asked));
  const before = useReport<Row>(look.comparedQuestion(path, asked));
  const compared = look.compared && !before.isPlaceholderData ? before.data?.data : undefined;
  const points = buildPoints({
    rows: readColumn(now.data?.data ?? [], line),
    compared: compared && readColumn(compared, line),
  });
  const choose = (name: string) => {
    const { [tabOf]: _before, ...others } = view.tabs;
    change({ tabs: name === lines[0].name ? others : { ...others, [tabOf]: name } }, { replace: true });
  };
  return (
    <section className="surface card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {lines.length > 1 && <Tabs label={title} tabs={lines} chosen={line.name} onChoose={choose} />}
        <Legend look={look} line={line} />
      </header>
      {now.error ? (
        <ErrorState error={now.error} />
      ) : now.data ? (
        <div className={now.isPlaceholderData ? 'is-stale' : ''}>
          <TrendDrawing look={look} line={line} points={points} />
        </div>
      ) : (
        <Skeleton height={height} />
      )}
    </section>
  );
}

const readColumn = (rows: readonly Row[], { column }: TrendLine): SeriesRow[] =>
  rows.map((row) => ({ ts: String(row.ts), value: toNumber(row[column]) }));

function Legend({ look, line }: { look: Look; line: TrendLine }) {
  return (
    <ul className="series-legend">
      <li className="legend-new">{line.label}</li>
      {look.comparedName !== undefined && <li className="legend-compared">{look.comparedName}</li>}
    </ul>
  );
}

type DrawingProps = { look: Look; line: TrendLine; points: readonly Point[] };

function TrendDrawing({ look, line, points }: DrawingProps) {
  const { granularity, zone, range, currency, comparedName = '' } = look;
  const isMoney = line.kind === 'money';
  const write = (value: number) => (isMoney ? formatMoney(value, currency) : formatCount(value));
  const when = ({ at }: { at: number }) => formatBucket(at, granularity, zone);
  const writeNow = (point: Point) => (point.isToCome ? 'still to come' : write(point.value));
  return (
    <>
      <TimeChart
        label={`${line.label} over time`}
        points={points}
        height={height}
        isWhole={!isMoney}
        formatValue={(value) => (isMoney ? formatMoneyShort(value, currency) : formatCompact(value))}
        formatTick={(at) => formatTick(at, granularity, zone, lengthOf(range) > 2)}
        describe={(point) =>
          [
            `${when(point)}: ${writeNow(point)}`,
            ...(point.compared
              ? [`${comparedName}, ${when(point.compared)}: ${write(point.compared.value)}`]
              : []),
          ].join('; ')
        }
        tooltip={(point) => (
          <div className="series-tip">
            <div className="series-tip-when">{when(point)}</div>
            <div className="series-tip-value">
              <strong>{writeNow(point)}</strong>
              {point.isPartial && <span className="muted"> so far</span>}
            </div>
            {point.compared && (
              <div className="series-tip-part muted">
                <span>{look.view.versus?.name ?? when(point.compared)}</span>
                <span>{write(point.compared.value)}</span>
              </div>
            )}
          </div>
        )}
      />
      <details className="series-table">
        <summary>Show as a table</summary>
        <Table
          caption={`${line.label} over time`}
          rows={listBegun(points)}
          keyOf={({ at }) => String(at)}
          columns={[
            { name: 'at', label: 'When', cell: (point: Point) => when(point) },
            {
              name: 'value',
              label: line.label,
              align: 'end',
              cell: ({ value }: Point) => <span data-exact={value}>{write(value)}</span>,
            },
            ...(look.compared
              ? [
                  {
                    name: 'compared',
                    label: comparedName,
                    align: 'end' as const,
                    cell: ({ compared }: Point) =>
                      compared && <span data-compared={compared.value}>{write(compared.value)}</span>,
                  },
                ]
              : []),
          ]}
        />
      </details>
    </>
  );
}

import { area, curveMonotoneX, line } from 'd3-shape';
import { chooseLabels, listBegun, margins, type Point, type Scales, type Stack } from './time-scales.ts';

/** What to draw, whatever the pointer does. */
export type Series = {
  points: readonly Point[];
  height: number;
  formatValue(value: number): string;
  formatTick(at: number): string;
};

export type Selection = { from: number; to: number };

export type TimeDrawingProps = Series & {
  scales: Scales;
  width: number;
  cursor: number | undefined;
  selection: Selection | undefined;
  /** Buckets with a pin on the axis. */
  pinned: readonly number[];
};

const labelWidth = 64;

/** The picture alone: whoever cannot see it hears the values through the chart around it. */
export function TimeDrawing(props: TimeDrawingProps) {
  const { points, width, height, scales, cursor, pinned } = props;
  const isStacked = points.some(({ stacks }) => stacks !== undefined);
  const begun = listBegun(points);
  return (
    <svg width={width} height={height} aria-hidden="true" className="time-drawing">
      <Grid {...props} />
      <Selected {...props} />
      {pinned.map((index) => (
        <line
          key={index}
          className="time-pinned"
          x1={scales.x(index)}
          x2={scales.x(index)}
          y1={margins.top}
          y2={height - margins.bottom}
        />
      ))}
      {cursor !== undefined && (
        <line
          className="time-cursor"
          x1={scales.x(cursor)}
          x2={scales.x(cursor)}
          y1={margins.top}
          y2={height - margins.bottom}
        />
      )}
      {isStacked ? <Bars points={begun} scales={scales} /> : <Area points={begun} scales={scales} />}
      <Compared points={points} scales={scales} />
      {!isStacked && <Line points={begun} scales={scales} />}
      {cursor !== undefined && (
        <Dots point={points[cursor]} index={cursor} scales={scales} isStacked={isStacked} />
      )}
    </svg>
  );
}

function Grid({ points, width, height, scales, formatValue, formatTick }: TimeDrawingProps) {
  const labels = points.map(({ at }) => formatTick(at));
  const shown = chooseLabels(labels, scales.step, labelWidth);
  return (
    <g>
      {scales.ticks.map((tick) => (
        <g key={tick}>
          <line
            className="time-grid"
            x1={margins.left}
            x2={width - margins.right}
            y1={scales.y(tick)}
            y2={scales.y(tick)}
          />
          <text className="time-label" x={margins.left - 10} y={scales.y(tick)} dy="0.32em" textAnchor="end">
            {formatValue(tick)}
          </text>
        </g>
      ))}
      {points.map(({ at }, index) =>
        shown.has(index) && scales.x(index) + labelWidth / 2 < width + 8 ? (
          <text key={at} className="time-label" x={scales.x(index)} y={height - 6} textAnchor="middle">
            {labels[index]}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Selected({ selection, scales, height }: TimeDrawingProps) {
  if (!selection) return null;
  const first = Math.min(selection.from, selection.to);
  const last = Math.max(selection.from, selection.to);
  const x = scales.x(first) - scales.step / 2;
  return (
    <rect
      className="time-selection"
      x={x}
      y={margins.top}
      width={(last - first + 1) * scales.step}
      height={height - margins.top - margins.bottom}
    />
  );
}

type Drawn = { points: readonly Point[]; scales: Scales };
type Placed = [x: number, y: number];

const drawLine = line().curve(curveMonotoneX);

const placed = (points: readonly Point[], scales: Scales): Placed[] =>
  points.map(({ value }, index) => [scales.x(index), scales.y(value)]);

function Area({ points, scales }: Drawn) {
  const draw = area<Placed>()
    .curve(curveMonotoneX)
    .y0(scales.baseline)
    .y1(([, y]) => y)
    .x(([x]) => x);
  return <path className="time-area" d={draw(placed(points, scales)) ?? ''} />;
}

/** What still goes on is dashed: it says less than it seems. */
function Line({ points, scales }: Drawn) {
  const all = placed(points, scales);
  const isGoingOn = points.at(-1)?.isPartial === true && all.length > 1;
  const done = isGoingOn ? all.slice(0, -1) : all;
  return (
    <>
      <path className="time-line" d={drawLine(done) ?? ''} />
      {isGoingOn && <path className="time-line time-partial" d={drawLine(all.slice(-2)) ?? ''} />}
      {all.length === 1 && all[0] && <circle className="time-dot" cx={all[0][0]} cy={all[0][1]} r="4" />}
    </>
  );
}

function Compared({ points, scales }: Drawn) {
  const known = points.flatMap(({ compared }, index): Placed[] =>
    compared ? [[scales.x(index), scales.y(compared.value)]] : [],
  );
  return known.length === 0 ? null : <path className="time-compared" d={drawLine(known) ?? ''} />;
}

function Bars({ points, scales }: Drawn) {
  const width = Math.max(1, Math.min(36, scales.step * 0.7));
  return (
    <g>
      {points.map((point, index) => (
        <g key={point.at} opacity={point.isPartial ? 0.65 : 1}>
          {stackUp(point.stacks ?? []).map(({ stack, low, high }) => (
            <rect
              key={stack.name}
              className={stack.className}
              x={scales.x(index) - width / 2}
              width={width}
              y={scales.y(high)}
              height={Math.max(0, scales.y(low) - scales.y(high))}
              rx={Math.min(2, width / 4)}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

type StackedPart = { stack: Stack; low: number; high: number };

/** Positive parts stand on each other from zero upwards, negative ones hang from it. */
function stackUp(stacks: readonly Stack[]): StackedPart[] {
  let top = 0;
  let bottom = 0;
  return stacks.map((stack) => {
    if (stack.value < 0) {
      bottom += stack.value;
      return { stack, low: bottom, high: bottom - stack.value };
    }
    top += stack.value;
    return { stack, low: top - stack.value, high: top };
  });
}

type DotsProps = { point: Point | undefined; index: number; scales: Scales; isStacked: boolean };

function Dots({ point, index, scales, isStacked }: DotsProps) {
  if (!point) return null;
  return (
    <>
      {point.compared && (
        <circle
          className="time-compared-dot"
          cx={scales.x(index)}
          cy={scales.y(point.compared.value)}
          r="3.5"
        />
      )}
      {!isStacked && !point.isToCome && (
        <circle className="time-dot" cx={scales.x(index)} cy={scales.y(point.value)} r="4.5" />
      )}
    </>
  );
}

import { area, curveMonotoneX, line } from 'd3-shape';

export type SparklineProps = { values: readonly number[]; width: number; height: number; label: string };

/** A line without axes: how something went, not what it was. */
export function Sparkline({ values, width, height, label }: SparklineProps) {
  const highest = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const x = (_value: number, index: number) => index * step;
  const y = (value: number) => height - 2 - (value / highest) * (height - 4);
  const below = area<number>().curve(curveMonotoneX).x(x).y0(height).y1(y);
  const above = line<number>().curve(curveMonotoneX).x(x).y(y);
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className="time-area" d={below([...values]) ?? ''} />
      <path className="time-line" vectorEffect="non-scaling-stroke" d={above([...values]) ?? ''} />
    </svg>
  );
}

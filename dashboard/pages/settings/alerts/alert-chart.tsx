import type { AlertEvent } from '../../../api/automation.ts';
import { formatInstant } from '../../../format/dates.ts';
import { formatCount } from '../../../format/numbers.ts';

const width = 600;
const height = 120;
const edge = 4;

/** The figures up to the moment at which the alert fired, and the line that was not to be passed. */
export function AlertChart({
  chart,
  label,
  zone,
}: {
  chart: AlertEvent['chart'];
  label: string;
  zone: string;
}) {
  const { points, limit } = chart;
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  // A point stands for the time from it to the next.
  const endsAt = last.at + (last.at - first.at) / Math.max(1, points.length - 1);
  const top = Math.max(1, limit ?? 0, ...points.map(({ value }) => value));
  const x = (index: number) => (width * index) / Math.max(1, points.length - 1);
  const y = (value: number) => height - edge - ((height - 2 * edge) * Math.max(0, value)) / top;
  const line = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join('L');
  return (
    <figure>
      <svg
        className="alert-chart"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${formatCount(last.value)} at the end, at most ${formatCount(top)}`}
      >
        <path className="alert-chart-area" d={`M0,${height}L${line}L${width},${height}Z`} />
        <path d={`M${line}`} />
        {limit !== undefined && <path className="alert-chart-limit" d={`M0,${y(limit)}H${width}`} />}
      </svg>
      <figcaption className="alert-chart-ends">
        <span>{formatInstant(first.at, zone)}</span>
        <span>highest {formatCount(top)}</span>
        <span>{formatInstant(endsAt, zone)}</span>
      </figcaption>
    </figure>
  );
}

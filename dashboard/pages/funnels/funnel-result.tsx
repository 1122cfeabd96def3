import { formatCount, formatPercent } from '../../format/numbers.ts';
import { IconBolt, IconPage } from '../../ui/icons.tsx';
import { parseStep } from './steps.ts';

/** A row of the funnel report. */
export type FunnelRow = {
  step: number;
  name: string;
  visitors: string;
  dropped: string;
  dropoff_rate: number;
  conversion_rate: number;
};

/** Bars that grow shorter, and between them who left. */
export function FunnelResult({ rows }: { rows: readonly FunnelRow[] }) {
  return (
    <>
      <p className="funnel-words">{describe(rows)}</p>
      <ol className="funnel">
        {rows.map((row, index) => (
          <FunnelStep key={row.step} row={row} before={rows[index - 1]} />
        ))}
      </ol>
    </>
  );
}

function FunnelStep({ row, before }: { row: FunnelRow; before: FunnelRow | undefined }) {
  const { kind, value } = parseStep(row.name);
  const Icon = kind === 'goal' ? IconBolt : IconPage;
  return (
    <li data-step={row.step}>
      {before && (
        <p className="funnel-left">
          <span data-exact={row.dropped}>{formatCount(Number(row.dropped))}</span>
          {` left (${formatPercent(row.dropoff_rate)})`}
        </p>
      )}
      <div className="funnel-step">
        <div className="funnel-label">
          <Icon />
          <span className="funnel-name" title={value}>
            {value}
          </span>
          <span className="funnel-count">
            <strong data-exact={row.visitors}>{formatCount(Number(row.visitors))}</strong>{' '}
            <span className="muted">{Number(row.visitors) === 1 ? 'visitor' : 'visitors'}</span>
          </span>
          <span className="funnel-rate" data-exact={row.conversion_rate}>
            {formatPercent(row.conversion_rate)}
          </span>
        </div>
        <div className="funnel-track" aria-hidden="true">
          {before && <span className="funnel-lost" style={{ width: `${before.conversion_rate}%` }} />}
          <span className="funnel-bar" style={{ width: `${row.conversion_rate}%` }} />
        </div>
      </div>
    </li>
  );
}

function describe(rows: readonly FunnelRow[]): string {
  const first = Number(rows[0]?.visitors ?? 0);
  const last = rows.at(-1);
  if (first === 0 || !last) return 'Nobody took the first step in this period.';
  const [worst] = rows.slice(1).toSorted((one, other) => other.dropoff_rate - one.dropoff_rate);
  const whole = `${formatPercent(last.conversion_rate)} of ${formatCount(first)} ${first === 1 ? 'visitor' : 'visitors'} went all the way.`;
  if (!worst || worst.dropoff_rate === 0) return whole;
  return `${whole} Most are lost before ${parseStep(worst.name).value}.`;
}

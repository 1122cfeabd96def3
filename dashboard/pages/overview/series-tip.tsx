import type { Point } from '../../charts/time-scales.ts';
import { formatBucket } from '../../format/dates.ts';
import type { Look } from '../../view/use-look.ts';
import { metrics } from '../../view/view.ts';
import { Change } from './change.tsx';
import { formatExact } from './metrics.ts';

/** A bucket in numbers, beside the cursor. */
export function SeriesTip({ look, point }: { look: Look; point: Point }) {
  const { view, granularity, zone, currency } = look;
  const format = (value: number) => formatExact(view.metric, value, currency);
  return (
    <div className="series-tip">
      <div className="series-tip-when">
        {formatBucket(point.at, granularity, zone)}
        {point.isPartial && <span className="muted"> so far</span>}
      </div>
      {point.isToCome ? (
        <div className="muted">still to come</div>
      ) : (
        <div className="series-tip-value">
          <strong>{format(point.value)}</strong> {metrics[view.metric].toLowerCase()}
          {point.compared && !point.isPartial && !view.versus && (
            <Change metric={view.metric} now={point.value} before={point.compared.value} />
          )}
        </div>
      )}
      {(point.isToCome ? [] : point.stacks)?.map(({ name, value }) => (
        <div key={name} className="series-tip-part">
          <span>{name}</span>
          <span>{format(value)}</span>
        </div>
      ))}
      {point.compared && (
        <div className="series-tip-part muted">
          <span>{view.versus?.name ?? formatBucket(point.compared.at, granularity, zone)}</span>
          <span>{format(point.compared.value)}</span>
        </div>
      )}
      {point.notes?.map((note) => (
        <div key={note} className="series-tip-note">
          {note}
        </div>
      ))}
    </div>
  );
}

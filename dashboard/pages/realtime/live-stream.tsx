import { Link } from 'wouter';
import type { LiveRecord } from '../../api/live.ts';
import { formatAgo } from '../../format/dates.ts';
import { formatCountry, formatDevice } from '../../format/names.ts';
import { describeStep, stepLooks, verbOf } from '../../people/step-list.tsx';
import { nameVisitor } from '../../people/visitor-name.ts';
import { canOpen, useWebsite } from '../../shell/place.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Records as they come in, newest first. */
export function LiveStream({ records }: { records: readonly LiveRecord[] }) {
  const place = useWebsite();
  if (records.length === 0) {
    return (
      <EmptyState title="Quiet at the moment" guide="tracking">
        Each view, event and payment shows up here as it happens.
      </EmptyState>
    );
  }
  const base = canOpen(place, 'visitors') ? `${place.home}/visitors` : undefined;
  return (
    <ul className="stream">
      {withKeys(records).map(({ key, record }) => (
        <li key={key} className={`stream-item step-${record.type}`} data-live-type={record.type}>
          <LiveLine
            record={record}
            href={base && `${base}/${encodeURIComponent(record.visitor_id)}?period=today`}
          />
        </li>
      ))}
    </ul>
  );
}

function LiveLine({ record, href }: { record: LiveRecord; href: string | undefined }) {
  const name = nameVisitor(record.visitor_id).text;
  const { icon: Icon } = stepLooks[record.type];
  const place = record.country === 'ZZ' ? '' : formatCountry(record.country);
  const device = record.device === 'unknown' ? '' : formatDevice(record.device);
  return (
    <>
      <span className="step-icon">
        <Icon size={14} />
      </span>
      <span className="visit-two">
        <span>
          <span className="muted">{verbOf(record)}</span>{' '}
          <span className="stream-subject">{describeStep(record)}</span>
        </span>
        <span className="visit-sub">
          {href ? <Link href={href}>{name}</Link> : name}
          {[place, device].filter(Boolean).map((part) => ` · ${part}`)}
        </span>
      </span>
      <time className="visit-sub" dateTime={record.ts}>
        {formatAgo(record.ts)}
      </time>
    </>
  );
}

/** Records have no identity of their own: equal ones of one moment are told apart by their order. */
function withKeys(records: readonly LiveRecord[]): { key: string; record: LiveRecord }[] {
  const seen = new Map<string, number>();
  return records
    .toReversed()
    .map((record) => {
      const name = [record.ts, record.type, record.visitor_id, record.path, record.name].join('\n');
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { key: `${name}\n${count}`, record };
    })
    .toReversed();
}

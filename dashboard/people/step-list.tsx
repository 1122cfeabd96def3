import { formatTime } from '../format/dates.ts';
import { formatMoney } from '../format/numbers.ts';
import { IconBolt, IconCheck, IconCoins, type IconComponent, IconPage, IconPerson } from '../ui/icons.tsx';
import type { TimelineRow } from './timeline-row.ts';

type Look = { icon: IconComponent; verb: string };

export const stepLooks: Record<TimelineRow['type'], Look> = {
  pageview: { icon: IconPage, verb: 'Viewed' },
  custom: { icon: IconBolt, verb: 'Event' },
  automatic: { icon: IconBolt, verb: 'Caused' },
  goal: { icon: IconCheck, verb: 'Reached' },
  payment: { icon: IconCoins, verb: 'Paid' },
  identify: { icon: IconPerson, verb: 'Identified' },
};

/** What the script captures by itself, as people would tell it. */
const captured: Readonly<Record<string, { verb: string; subject: string }>> = {
  outbound: { verb: 'Followed a link', subject: 'to another website' },
  download: { verb: 'Downloaded', subject: 'a file' },
  form: { verb: 'Sent', subject: 'a form' },
};

const findCaptured = ({ type, name }: Pick<Subject, 'type' | 'name'>) =>
  type === 'automatic' ? captured[name ?? ''] : undefined;

export const verbOf = (subject: Pick<Subject, 'type' | 'name'>): string =>
  findCaptured(subject)?.verb ?? stepLooks[subject.type].verb;

/** What somebody did, one line a step. */
export function StepList({ rows, zone }: { rows: readonly TimelineRow[]; zone: string }) {
  return (
    <ol className="steps">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records have no identity of their own and never move.
        <li key={index} className={`step step-${row.type}`} data-type={row.type}>
          <Step row={row} zone={zone} />
        </li>
      ))}
    </ol>
  );
}

function Step({ row, zone }: { row: TimelineRow; zone: string }) {
  const { icon: Icon } = stepLooks[row.type];
  const properties = Object.entries(row.details).filter(([, value]) => value !== null);
  return (
    <>
      <span className="step-icon">
        <Icon size={14} />
      </span>
      <div className="step-words">
        <span>
          <span className="muted">{verbOf(row)}</span> <strong>{describeStep(row)}</strong>
        </span>
        {properties.length > 0 && (
          <ul className="step-details">
            {properties.map(([name, value]) => (
              <li key={name}>
                <span className="muted">{name}</span> {textOf(value)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <time className="visit-sub" dateTime={row.ts}>
        {formatTime(row.ts, zone)}
      </time>
    </>
  );
}

type Subject = Pick<TimelineRow, 'type' | 'path' | 'name' | 'amount' | 'currency'>;

/** What a record was about: a page, a name, an amount. */
export function describeStep(subject: Subject): string {
  const { type, path, name, amount, currency } = subject;
  if (type === 'payment') return formatPayment(amount ?? 0, currency);
  if (type === 'identify') return 'themselves';
  return findCaptured(subject)?.subject ?? name ?? path ?? '';
}

/** What was sent as a currency may be none that a browser knows. */
function formatPayment(amount: number, currency: string | null): string {
  try {
    return formatMoney(amount, currency ?? 'EUR');
  } catch {
    return `${amount} ${currency}`;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

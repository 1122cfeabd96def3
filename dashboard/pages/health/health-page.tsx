/** Whether everything that should be counted is, and what to do where it is not. */
import { Link } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatAgo, formatInstant } from '../../format/dates.ts';
import { formatCount } from '../../format/numbers.ts';
import { useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { IconCheck, IconWarning } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type Look, useLook } from '../../view/use-look.ts';
import { withoutFilters } from '../../view/without-filters.ts';
import { type CheckRow, findCheckWords } from './checks.ts';
import { ForeignHosts } from './foreign-hosts.tsx';

export default function HealthPage() {
  const look = useLook();
  const asked = useReport<CheckRow>(withoutFilters(look.question('pixel/metrics/tracking_health')));
  return (
    <div className="page">
      <Toolbar look={look} compares={false} filters={false} currencies={false} />
      <PageHead title="Tracking health">
        Whether visits arrive, what was left out in this period and why, and what to do about it.
      </PageHead>
      <Answered
        asked={asked}
        framed
        empty={{ title: 'Nothing to say yet', advice: 'Try again shortly.', guide: 'tracking' }}
      >
        {(rows) => <Checks look={look} rows={rows} />}
      </Answered>
    </div>
  );
}

function Checks({ look, rows }: { look: Look; rows: readonly CheckRow[] }) {
  const troubles = rows.filter(({ status }) => status !== 'ok');
  const fine = rows.filter(({ status, check }) => status === 'ok' && !findCheckWords(check).isLeftOut);
  const leftOut = rows.filter(({ status, check }) => status === 'ok' && findCheckWords(check).isLeftOut);
  return (
    <div className="health">
      <Verdict troubles={troubles} />
      <CheckList title="Worth a look" rows={troubles} look={look} />
      <CheckList title="All good" rows={fine} look={look} />
      <CheckList title="Left out on purpose" rows={leftOut} look={look} />
    </div>
  );
}

function Verdict({ troubles }: { troubles: readonly CheckRow[] }) {
  const isBroken = troubles.some(({ status }) => status === 'error');
  const tone = isBroken ? 'bad' : troubles.length > 0 ? 'warn' : 'good';
  const words = {
    bad: 'Visits are not being counted. What to do is below.',
    warn: `Visits are counted. ${troubles.length === 1 ? 'One thing is' : `${troubles.length} things are`} worth a look.`,
    good: 'Everything is in order: visits arrive and are counted.',
  };
  return (
    <div className={`surface verdict verdict-${tone}`} role="status">
      <span className="verdict-icon">
        {tone === 'good' ? <IconCheck size={20} /> : <IconWarning size={20} />}
      </span>
      <p>{words[tone]}</p>
    </div>
  );
}

type CheckListProps = { title: string; rows: readonly CheckRow[]; look: Look };

function CheckList({ title, rows, look }: CheckListProps) {
  if (rows.length === 0) return null;
  return (
    <section className="surface card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <ul className="checks">
        {rows.map((row) => (
          <CheckLine key={row.check} row={row} look={look} />
        ))}
      </ul>
    </section>
  );
}

function CheckLine({ row, look }: { row: CheckRow; look: Look }) {
  const { workspace } = useWebsite();
  const { check, status, value, last_at, reason } = row;
  const { label, meaning, unit, inSettings } = findCheckWords(check);
  const count = Number(value);
  return (
    <li className={`check check-${status}`} data-check={check} data-status={status}>
      <span className="check-icon">
        {status === 'ok' ? <IconCheck /> : <IconWarning />}
        <span className="unseen">{status}</span>
      </span>
      <div className="check-words">
        <h3>{label}</h3>
        <p className="card-note">{reason || meaning}</p>
        {status !== 'ok' && inSettings && (
          <Link href={`/w/${workspace.id}/settings/websites`}>Open the settings of the website</Link>
        )}
        {check === 'domain_mismatch' && count > 0 && <ForeignHosts look={look} />}
      </div>
      <div className="check-number">
        <strong data-exact={value}>{formatCount(count)}</strong>{' '}
        <span className="muted">{count === 1 ? unit.one : unit.many}</span>
        {last_at && (
          <time dateTime={last_at} title={formatInstant(last_at, look.zone)}>
            {formatAgo(last_at)}
          </time>
        )}
      </div>
    </li>
  );
}

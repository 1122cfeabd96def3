import { formatCount } from '../../format/numbers.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { Look } from '../../view/use-look.ts';
import { OperatorButton } from './operator-button.tsx';
import { type AiRow, purposes } from './operators.ts';

/** What programs fetched, each bar split by why. */
export function CrawlTable({ look, rows }: { look: Look; rows: readonly AiRow[] }) {
  const ordered = [...rows].sort((one, other) => Number(other.crawls) - Number(one.crawls));
  const most = Math.max(1, ...rows.map(({ crawls }) => Number(crawls)));
  return (
    <section className="surface card" aria-label="What they fetched">
      <header className="card-head">
        <h2>What they fetched</h2>
        <ul className="crawl-legend">
          {purposes.map(({ name, label, className }) => (
            <li key={name}>
              <span className={className} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </header>
      {ordered.length === 0 ? (
        <EmptyState title="Nothing was reported" guide="server-side">
          Your server reports what crawlers fetch.
        </EmptyState>
      ) : (
        <ul className="crawls">
          {ordered.map((row) => (
            <CrawlLine key={row.operator} look={look} row={row} most={most} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CrawlLine({ look, row, most }: { look: Look; row: AiRow; most: number }) {
  const { operator, crawls, pages } = row;
  const parts = purposes.map((purpose) => ({ ...purpose, count: Number(row[purpose.name]) }));
  const words = parts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatCount(count)} ${label.toLowerCase()}`);
  return (
    <li data-operator={operator} title={words.join(', ')}>
      <OperatorButton look={look} operator={operator} />
      <span className="crawl-count">
        <span data-exact={crawls}>{formatCount(Number(crawls))}</span>{' '}
        <span className="muted">{`on ${formatCount(Number(pages))} ${Number(pages) === 1 ? 'page' : 'pages'}`}</span>
      </span>
      <span className="crawl-track" aria-hidden="true">
        {parts.map(({ name, className, count }) => (
          <span key={name} className={className} style={{ width: `${(100 * count) / most}%` }} />
        ))}
      </span>
      <span className="unseen">{words.join(', ')}</span>
    </li>
  );
}

import { formatCount } from '../../format/numbers.ts';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';

type LiveRow = { text: string; note?: string | undefined; visitors: number };

export type LiveBarsProps = {
  title: string;
  heading: string;
  empty: string;
  /** Undefined until the first message. */
  rows: readonly LiveRow[] | undefined;
};

/** Where visitors are, or came from, at this moment. */
export function LiveBars({ title, heading, empty, rows }: LiveBarsProps) {
  return (
    <section className="surface card live-bars" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      {!rows ? (
        <SkeletonRows rows={5} />
      ) : rows.length === 0 ? (
        <EmptyState title="Quiet at the moment" guide="tracking">
          {empty}
        </EmptyState>
      ) : (
        <LiveTable title={title} heading={heading} rows={rows} />
      )}
    </section>
  );
}

function LiveTable({ title, heading, rows }: { title: string; heading: string; rows: readonly LiveRow[] }) {
  const most = Math.max(1, ...rows.map(({ visitors }) => visitors));
  return (
    <table className="bars">
      <caption className="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col" className="bars-number">
            Visitors
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ text, note = '', visitors }) => (
          <tr key={text + note} data-row={text}>
            <th scope="row">
              <span className="bars-bar" style={{ width: `${(100 * visitors) / most}%` }} />
              <span className="live-text">
                <span className="bars-text">{text}</span>
                {note && <span className="bars-note">{note}</span>}
              </span>
            </th>
            <td className="bars-number" data-exact={visitors}>
              {formatCount(visitors)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export type Sum = {
  label: string;
  value: string;
  /** The exact number as the server sent it, for those who look it up. */
  exact?: string | number | undefined;
  note?: string | undefined;
};

/** A few numbers that sum up a page. */
export function Sums({ label, sums }: { label: string; sums: readonly Sum[] }) {
  return (
    <dl className="surface sums" aria-label={label}>
      {sums.map(({ label: name, value, exact, note }) => (
        <div key={name} className="sum" data-sum={name} data-exact={exact}>
          <dt>{name}</dt>
          <dd>
            <span className="sum-value">{value}</span>
            {note && <span className="sum-note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

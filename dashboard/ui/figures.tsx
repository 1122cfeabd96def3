export type Figure = {
  label: string;
  value: string;
  /** The exact number as the server sent it, for those who look it up. */
  exact?: string | number | undefined;
  note?: string | undefined;
};

/** A few numbers that sum up a page. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl className="surface figures" aria-label={label}>
      {figures.map(({ label: name, value, exact, note }) => (
        <div key={name} className="figure" data-figure={name} data-exact={exact}>
          <dt>{name}</dt>
          <dd>
            <span className="figure-value">{value}</span>
            {note && <span className="figure-note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

import { SelectField } from './field.tsx';
import type { TableProps } from './table.tsx';

/** A wide table on a narrow screen: each row with what it is sorted by, and a tap tells the rest. */
export function RowCards<Shape>({
  columns,
  rows,
  keyOf,
  sorting,
  onSort,
}: Omit<TableProps<Shape>, 'caption'>) {
  const [first, ...numbers] = columns;
  const main = numbers.find(({ name }) => name === sorting?.column) ?? numbers[0];
  if (!first || !main) return null;
  return (
    <>
      <SelectField
        label="Sort by"
        value={sorting?.column ?? main.name}
        onChange={(event) =>
          onSort?.({ column: event.target.value, descending: event.target.value !== first.name })
        }
      >
        {columns.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <ul className="row-cards">
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <div className="row-card-name">{first.cell(row)}</div>
            <details>
              <summary>
                <span className="muted">{main.label}</span> <strong>{main.cell(row)}</strong>
              </summary>
              <dl>
                {numbers.map(({ name, label, cell }) => (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

import type { ReactNode } from 'react';

export type TableColumn<Shape> = {
  name: string;
  label: string;
  /** Numbers stand at the right. */
  align?: 'start' | 'end';
  /** Gives the heading a button that sorts by this. */
  sortBy?: (row: Shape) => number | string;
  cell(row: Shape): ReactNode;
};

export type Sorting = { column: string; descending: boolean };

export type TableProps<Shape> = {
  caption: string;
  columns: readonly TableColumn<Shape>[];
  rows: readonly Shape[];
  keyOf(row: Shape): string;
  sorting?: Sorting | undefined;
  onSort?: ((sorting: Sorting) => void) | undefined;
};

/** A real table with a caption for those who hear it; headings stay in view. */
export function Table<Shape>({ caption, columns, rows, keyOf, sorting, onSort }: TableProps<Shape>) {
  return (
    <table className="table">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.name} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ name, align, cell }) => (
              <td key={name} className={align === 'end' ? 'table-end' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type HeadingProps<Shape> = Pick<TableProps<Shape>, 'sorting' | 'onSort'> & { column: TableColumn<Shape> };

function Heading<Shape>({ column, sorting, onSort }: HeadingProps<Shape>) {
  const { name, label, align, sortBy } = column;
  const isSorted = sorting?.column === name;
  const direction = isSorted ? (sorting.descending ? 'descending' : 'ascending') : undefined;
  return (
    <th scope="col" className={align === 'end' ? 'table-end' : undefined} aria-sort={direction}>
      {sortBy && onSort ? (
        <button
          type="button"
          onClick={() =>
            onSort({ column: name, descending: isSorted ? !sorting.descending : align === 'end' })
          }
        >
          {label}
          <span className="table-arrow" aria-hidden="true">
            {direction === 'descending' ? '↓' : direction === 'ascending' ? '↑' : ''}
          </span>
        </button>
      ) : (
        label
      )}
    </th>
  );
}

export function sortRows<Shape>(
  rows: readonly Shape[],
  columns: readonly TableColumn<Shape>[],
  sorting: Sorting | undefined,
): readonly Shape[] {
  const sortBy = columns.find(({ name }) => name === sorting?.column)?.sortBy;
  if (!sorting || !sortBy) return rows;
  const sign = sorting.descending ? -1 : 1;
  return [...rows].sort((one, other) => sign * compare(sortBy(one), sortBy(other)));
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other));
}

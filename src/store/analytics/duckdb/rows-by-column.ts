import type { Answer, Row } from '../analytics-engine.ts';

/**
 * Rows between the engine's process and the server: with the names in each row, both would take three times as long to
 * write and read them.
 */
export type RowsByColumn = {
  count: number;
  names: readonly string[];
  columns: readonly (readonly unknown[])[];
};

export type AnswerByColumn = { portions: RowsByColumn[]; statistics: Answer['statistics'] };

export function buildAnswer({ portions, statistics }: AnswerByColumn): Answer {
  return { rows: portions.flatMap(buildRows), statistics };
}

export function buildRows({ count, names, columns }: RowsByColumn): Row[] {
  const rows: Row[] = Array.from({ length: count }, () => ({}));
  for (const [index, name] of names.entries()) {
    const values = columns[index] as readonly unknown[];
    for (let at = 0; at < count; at += 1) (rows[at] as Row)[name] = values[at];
  }
  return rows;
}

export function* cutRows({ count, names, columns }: RowsByColumn, most: number): Generator<RowsByColumn> {
  for (let first = 0; first < count; first += most) {
    const end = Math.min(first + most, count);
    yield { count: end - first, names, columns: columns.map((values) => values.slice(first, end)) };
  }
}

/** Rows as a file for spreadsheets, written by RFC 4180. */
import { disarmFormula, quoteCell } from '../contract/csv-cell.ts';
import { writeJson } from '../contract/json-text.ts';

type Row = Readonly<Record<string, unknown>>;

const lineEnd = '\r\n';

export function buildCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => buildCell(row[column])))];
  return lines.map((cells) => cells.map(quoteWhereNeeded).join(',') + lineEnd).join('');
}

function buildCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? disarmFormula(value) : writeJson(value);
}

function quoteWhereNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? quoteCell(cell) : cell;
}

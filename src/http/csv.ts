/** Rows as a file for spreadsheets, written by RFC 4180. */
import { disarmFormula, quoteCell } from '../contract/csv-cell.ts';
import { writeJson } from '../contract/json-text.ts';

type Row = Readonly<Record<string, unknown>>;

const lineEnd = '\r\n';

export function buildCsv(columns: readonly string[], rows: readonly Row[]): string {
  return buildCsvHead(columns) + rows.map((row) => buildCsvLine(columns, row)).join('');
}

export function buildCsvHead(columns: readonly string[]): string {
  return columns.map(quoteWhereNeeded).join(',') + lineEnd;
}

export function buildCsvLine(columns: readonly string[], row: Row): string {
  return columns.map((column) => quoteWhereNeeded(buildCell(row[column]))).join(',') + lineEnd;
}

function buildCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? disarmFormula(value) : writeJson(value);
}

function quoteWhereNeeded(cell: string): string {
  return /[",\r\n]/.test(cell) ? quoteCell(cell) : cell;
}

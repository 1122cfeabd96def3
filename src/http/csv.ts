/** Rows as a file for spreadsheets, written by RFC 4180. */

type Row = Readonly<Record<string, unknown>>;

const lineEnd = '\r\n';

/** A spreadsheet would run a text that begins so. */
const formulaStart = /^[=+\-@\t\r]/;

export function buildCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => buildCell(row[column])))];
  return lines.map((cells) => cells.map(quote).join(',') + lineEnd).join('');
}

function buildCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return formulaStart.test(value) ? `'${value}` : value;
  return JSON.stringify(value);
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

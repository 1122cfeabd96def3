/** A spreadsheet would run a text that begins so. */
const formulaStart = /^[=+\-@\t\r]/;

/** The text for a file of cells, so that no spreadsheet takes it for a formula. */
export function disarmFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** By RFC 4180. */
export function quoteCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/**
 * A spreadsheet would run a text that begins so. Some leave out blanks and what cannot be seen before they look, and take
 * a sign of full width, or a small one, for the plain one.
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫]|^[\t\r\n]/u;

/** The text for a file of cells, so that no spreadsheet takes it for a formula. */
export function disarmFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** By RFC 4180. */
export function quoteCell(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

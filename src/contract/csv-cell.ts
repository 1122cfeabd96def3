/**
 * A spreadsheet takes a text that begins so for a formula. Some skip blanks and invisible characters first, and some
 * take a full-width or small sign for the plain one.
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

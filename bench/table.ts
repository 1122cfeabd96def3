/** Figures as a table, for the terminal and for the documentation. */
/** The first column is text, the others are numbers. */
export type Table = { title: string; head: readonly string[]; rows: readonly (readonly string[])[] };

const megabyte = 1024 * 1024;

export function renderText({ title, head, rows }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const render = (line: readonly string[]) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd();
  return `${[title, ...lines.map(render)].join('\n')}\n`;
}

export function renderMarkdown({ title, head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return `**${title}**\n\n${[head, rule, ...rows].map(line).join('\n')}`;
}

export function formatMs(value: number | null): string {
  if (value === null) return 'failed';
  return value < 10 ? value.toFixed(1) : formatCount(value);
}

export function formatMegabytes(bytes: number | null): string {
  return bytes === null ? 'failed' : formatCount(Math.ceil(bytes / megabyte));
}

/** Three digits that count. */
export function formatShort(value: number | null): string {
  if (value === null) return 'failed';
  return value >= 100 ? formatCount(value) : String(Number(value.toPrecision(3)));
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

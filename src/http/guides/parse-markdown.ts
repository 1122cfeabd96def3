/**
 * The part of Markdown that the guides are written in: headings, paragraphs, lists of one level, tables, fenced code
 * and quotes. Whatever else is written stays text.
 */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'code'; language: string; code: string };

type Lines = readonly string[];
type Taken = { block: Block; lines: number };

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at);
    if ((rest[0] ?? '').trim() === '') {
      at += 1;
      continue;
    }
    const { block, lines: taken } = takeBlock(rest);
    blocks.push(block);
    at += taken;
  }
  return blocks;
}

const fence = /^```(\S*)\s*$/;
const heading = /^(#{1,4}) (.+)$/;
const bullet = /^- (.*)$/;
const numbered = /^\d+\. (.*)$/;
const quoted = /^> ?(.*)$/;
const row = /^\|.*\|$/;
const beginsBlock = [fence, heading, bullet, numbered, quoted, row];

function takeBlock(lines: Lines): Taken {
  const first = lines[0] as string;
  if (fence.test(first)) return takeCode(lines);
  const titled = heading.exec(first);
  if (titled) {
    return {
      block: { kind: 'heading', level: (titled[1] as string).length, text: titled[2] as string },
      lines: 1,
    };
  }
  if (row.test(first)) return takeTable(lines);
  if (bullet.test(first)) return takeList(lines, bullet);
  if (numbered.test(first)) return takeList(lines, numbered);
  if (quoted.test(first)) {
    const taken = takeWhile(lines, (line) => quoted.test(line));
    return { block: { kind: 'quote', text: joinMatches(taken, quoted) }, lines: taken.length };
  }
  const taken = takeWhile(lines, (line, index) => line.trim() !== '' && (index === 0 || !begins(line)));
  return { block: { kind: 'paragraph', text: taken.join(' ') }, lines: taken.length };
}

function takeCode(lines: Lines): Taken {
  const end = lines.findIndex((line, index) => index > 0 && line === '```');
  if (end === -1) throw new Error(`Code has no end: ${lines[1] ?? ''}`);
  const language = fence.exec(lines[0] as string)?.[1] ?? '';
  return { block: { kind: 'code', language, code: lines.slice(1, end).join('\n') }, lines: end + 1 };
}

function takeList(lines: Lines, item: RegExp): Taken {
  const taken = takeWhile(lines, (line) => item.test(line));
  const items = taken.map((line) => item.exec(line)?.[1] ?? '');
  return { block: { kind: 'list', ordered: item === numbered, items }, lines: taken.length };
}

function takeTable(lines: Lines): Taken {
  const taken = takeWhile(lines, (line) => row.test(line));
  const [head = [], , ...rows] = taken.map(splitRow);
  return { block: { kind: 'table', head, rows }, lines: taken.length };
}

/** A bar within a cell is written with a backslash. */
function splitRow(line: string): string[] {
  return line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

function takeWhile(lines: Lines, holds: (line: string, index: number) => boolean): string[] {
  const end = lines.findIndex((line, index) => !holds(line, index));
  return lines.slice(0, end === -1 ? lines.length : end);
}

const begins = (line: string): boolean => beginsBlock.some((pattern) => pattern.test(line));

const joinMatches = (lines: Lines, pattern: RegExp): string =>
  lines.map((line) => pattern.exec(line)?.[1] ?? '').join(' ');

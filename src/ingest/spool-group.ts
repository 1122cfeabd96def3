import { type TableName, type TableRows, tableNames } from '../store/analytics/tables.ts';

/**
 * How records lie in the spool: those accepted in one turn of the event loop under one key, one a line, the
 * cells of a line parted by tabs. JSON text holds neither line breaks nor tabs, so nothing needs escaping.
 */
export type SpooledRecord = {
  /** Fingerprints that only one record may ever own: a transaction, an idempotency key. */
  claims: string[];
  rows: { [Name in TableName]?: TableRows[Name] };
};

/** Rows as JSON text, the way the engine reads them: the drain neither parses nor writes them again. */
export type WaitingRecord = { claims: string[]; rows: { [Name in TableName]?: string } };

export type WaitingPlace = { seq: number; record: WaitingRecord };

export function formatLine(seq: number, { claims, rows }: SpooledRecord): string {
  let line = `${seq}\t${claims.length === 0 ? '[]' : JSON.stringify(claims)}`;
  for (const table of tableNames) {
    const row = rows[table];
    if (row) line += `\t${table}\t${JSON.stringify(row)}`;
  }
  return line;
}

export function parseGroup(text: string): WaitingPlace[] {
  return text.split('\n').map(parseLine);
}

function parseLine(line: string): WaitingPlace {
  const [seq, claims = '[]', ...cells] = line.split('\t');
  const rows: WaitingRecord['rows'] = {};
  for (let at = 0; at < cells.length; at += 2) rows[cells[at] as TableName] = cells[at + 1] ?? '';
  return { seq: Number(seq), record: { claims: JSON.parse(claims) as string[], rows } };
}

type Gathering = { lines: string[]; length: number; lastSeq: number; stored: Promise<void> };

const longestGroup = 256 * 1024;

/**
 * Gathers the lines that arrive in one turn, or while the lines before them are written, and writes them as one
 * value under the number of the last: storing and removing it costs the same for one record as for thirty.
 */
export function createGatherer(write: (lastSeq: number, text: string) => Promise<void>) {
  let open: Gathering | undefined;
  let before: Promise<void> = Promise.resolve();

  function start(): Gathering {
    const group: Gathering = { lines: [], length: 0, lastSeq: 0, stored: Promise.resolve() };
    group.stored = before.then(endOfTurn).then(() => {
      if (open === group) open = undefined;
      return write(group.lastSeq, group.lines.join('\n'));
    });
    before = group.stored.catch(() => {});
    return group;
  }

  /** Resolves when the line is written. */
  return (seq: number, line: string): Promise<void> => {
    if (open === undefined || open.length > longestGroup) open = start();
    open.lines.push(line);
    open.length += line.length;
    open.lastSeq = seq;
    return open.stored;
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

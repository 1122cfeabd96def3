import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../contract/clock.ts';
import { disarmFormula, quoteCell } from '../contract/csv-cell.ts';
import { ApiError } from '../contract/errors.ts';
import type { WebsiteDirectory } from '../contract/website-directory.ts';
import type { Row, SharedEngine } from '../store/analytics/analytics-engine.ts';
import { millisOf } from '../store/analytics/dialect.ts';
import type { Sources } from '../store/analytics/relations.ts';
import { identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { factNames, identityTrust } from '../store/analytics/tables.ts';
import { buildAllTime, type DateRange } from './question/date-range.ts';
import { runOnEngine } from './run-on-engine.ts';
import type { Reader } from './run-report.ts';

/** The records of one website as they are stored, row by row, in no order. */
export type RecordExport = {
  open(reader: Reader, choice: ExportChoice, signal: AbortSignal): Promise<Readable>;
};

export type ExportFormat = 'ndjson' | 'csv';

export type ExportChoice = { websiteId: string; table: ExportTable; format: ExportFormat };

type Exported = { rows(sources: Sources, range: DateRange): Sql; columns: readonly string[] };

const origin = sql`CASE trust WHEN ${whole(identityTrust.server)} THEN 'server'
  WHEN ${whole(identityTrust.signed)} THEN 'signed' ELSE 'browser' END`;

const exported = {
  pageviews: {
    rows: ({ hits }, range) => sql`${hits(range)} AS record WHERE type = 'pageview'`,
    columns: ['ts', 'visitor_id', 'session_id', 'path', ...factNames],
  },
  /** Custom events. */
  events: {
    rows: ({ conversions }, range) => sql`${conversions(range)} AS record WHERE session_id != ''`,
    columns: ['ts', 'visitor_id', 'session_id', 'name', 'details'],
  },
  /** What the script captured by itself. */
  automatics: {
    rows: ({ automatics }, range) => sql`${automatics(range)} AS record`,
    columns: ['ts', 'visitor_id', 'session_id', 'name', 'details'],
  },
  /** Goals that were sent as such. */
  conversions: {
    rows: ({ conversions }, range) => sql`${conversions(range)} AS record WHERE session_id = ''`,
    columns: ['ts', 'visitor_id', 'name', 'details'],
  },
  payments: {
    rows: ({ payments }, range) => sql`${payments(range)} AS record`,
    columns: ['ts', 'amount', 'kind', 'visitor_id', 'transaction_id', 'currency'],
  },
  identities: {
    rows: ({ sentIdentities }, range) => sql`(
      SELECT *, ${origin} AS origin FROM ${sentIdentities(range)} AS identity) AS record`,
    columns: ['ts', 'visitor_id', 'external_hash', 'traits', 'origin'],
  },
} as const satisfies Record<string, Exported>;

export type ExportTable = keyof typeof exported;

export const exportTables = Object.keys(exported) as ExportTable[];

type Engine = Pick<SharedEngine, 'openSources' | 'stream'>;

export function createRecordExport(
  analytics: Engine,
  websites: Pick<WebsiteDirectory, 'has'>,
  clock: Clock,
): RecordExport {
  return {
    async open({ workspaceId, retentionDays }, { websiteId, table, format }, signal) {
      if (!(await websites.has(workspaceId, websiteId))) throw new ApiError('forbidden');
      const range = buildAllTime(undefined, { now: clock(), retentionDays });
      const { rows, columns } = exported[table];
      return runOnEngine(async () => {
        const sources = await analytics.openSources({ workspaceId, websiteIds: [websiteId] }, { signal });
        const question = buildQuestion(columns, rows(sources, range));
        return openText(analytics.stream(question, { workspaceId, signal }), columns, writers[format]);
      });
    },
  };
}

function buildQuestion(columns: readonly string[], rows: Sql): Sql {
  const shown = columns.map((column) => sql`${buildColumn(column)} AS ${identifier(column)}`);
  return sql`SELECT ${joinSql(shown, sql`, `)} FROM ${rows}`;
}

function buildColumn(column: string): Sql {
  if (column === 'ts') return millisOf(sql`ts`);
  return sql`CAST(${identifier(column)} AS VARCHAR)`;
}

/** So many rows take some milliseconds to write; then the event loop gets its turn. */
const rowsATurn = 256;

/** Reads the first chunk before any text is sent, so that a failing query is answered as an error. */
async function openText(
  rows: AsyncIterable<readonly Row[]>,
  columns: readonly string[],
  writer: Writer,
): Promise<Readable> {
  const chunks = rows[Symbol.asyncIterator]();
  const first = await chunks.next();
  const text = Readable.from(writeText(first, chunks, columns, writer), { objectMode: false });
  // The client may leave before the end, and even before the beginning.
  text.once('close', () => void chunks.return?.());
  return text;
}

async function* writeText(
  first: IteratorResult<readonly Row[]>,
  rest: AsyncIterator<readonly Row[]>,
  columns: readonly string[],
  { writeHead, writeRow }: Writer,
): AsyncGenerator<string> {
  if (writeHead) yield writeHead(columns);
  for (let chunk = first; !chunk.done; chunk = await rest.next()) {
    for (let row = 0; row < chunk.value.length; row += rowsATurn) {
      const some = chunk.value.slice(row, row + rowsATurn);
      yield some.map((each) => writeRow(columns, each)).join('');
      await nextTurn();
    }
  }
}

type Writer = {
  writeHead?(columns: readonly string[]): string;
  writeRow(columns: readonly string[], row: Row): string;
};

const writers: Record<ExportFormat, Writer> = {
  ndjson: {
    writeRow: (columns, row) =>
      `{${columns.map((column) => `"${column}":${writeJson(column, row[column])}`).join(',')}}\n`,
  },
  csv: {
    writeHead: (columns) => `${columns.map(quoteCell).join(',')}\n`,
    writeRow: (columns, row) => `${columns.map((column) => writeCell(column, row[column])).join(',')}\n`,
  },
};

/** An amount is written from its text: a JavaScript number might not hold all its digits. */
function writeJson(column: string, value: unknown): string {
  return column === 'amount' ? showAmount(value) : JSON.stringify(showText(column, value));
}

function writeCell(column: string, value: unknown): string {
  return column === 'amount' ? showAmount(value) : quoteCell(disarmFormula(showText(column, value)));
}

function showText(column: string, value: unknown): string {
  return column === 'ts' ? new Date(Number(value)).toISOString() : String(value);
}

function showAmount(value: unknown): string {
  const text = String(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

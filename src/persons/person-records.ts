import type { WorkspaceId } from '../contract/ids.ts';
import type { Row } from '../store/analytics/analytics-engine.ts';
import { millisOf } from '../store/analytics/dialect.ts';
import type { Sources } from '../store/analytics/relations.ts';
import { identifier, joinSql, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { factNames } from '../store/analytics/tables.ts';
import { isOneOf, type PersonEngine, type PersonOnWebsite } from './person.ts';

/** What is recorded of a person, by the kinds that the dashboard and the exports name. */
type Kind = { rows(sources: Sources): Sql; columns: readonly string[] };

const ofVisit = ['ts', 'visitor_id', 'session_id'];

const recordKinds = {
  pageviews: {
    rows: ({ hits }) => sql`${hits({})} AS record WHERE type = 'pageview'`,
    columns: [...ofVisit, 'path', ...factNames],
  },
  /** Custom events, as the visits know them. */
  event_hits: {
    rows: ({ hits }) => sql`${hits({})} AS record WHERE type != 'pageview'`,
    columns: [...ofVisit, 'path', ...factNames],
  },
  /** For how long views were visible. */
  leaves: {
    rows: ({ leaves }) => sql`${leaves({})} AS record WHERE 1 = 1`,
    columns: [...ofVisit, 'path', 'visible_ms'],
  },
  events: {
    rows: ({ conversions }) => sql`${conversions({})} AS record WHERE session_id != ''`,
    columns: [...ofVisit, 'name', 'details'],
  },
  automatics: {
    rows: ({ automatics }) => sql`${automatics({})} AS record WHERE 1 = 1`,
    columns: [...ofVisit, 'name', 'details'],
  },
  goals: {
    rows: ({ conversions }) => sql`${conversions({})} AS record WHERE session_id = ''`,
    columns: ['ts', 'visitor_id', 'name', 'details'],
  },
  payments: {
    rows: ({ payments }) => sql`${payments({})} AS record WHERE 1 = 1`,
    columns: ['ts', 'visitor_id', 'transaction_id', 'amount', 'currency', 'kind'],
  },
  identities: {
    rows: ({ sentIdentities }) => sql`${sentIdentities({})} AS record WHERE 1 = 1`,
    columns: ['ts', 'visitor_id', 'external_hash', 'traits'],
  },
} as const satisfies Record<string, Kind>;

export type RecordKind = keyof typeof recordKinds;

const kindNames = Object.keys(recordKinds) as RecordKind[];

export type Asking = { engine: PersonEngine; workspaceId: WorkspaceId; signal: AbortSignal };

function selectTheirs(kind: RecordKind, sources: Sources, person: PersonOnWebsite): Sql {
  const ofVisitors = isOneOf(sql`visitor_id`, person.visitorIds);
  const isTheirs =
    kind === 'identities'
      ? sql`(${ofVisitors} OR ${isOneOf(sql`external_hash`, person.externalHashes)})`
      : ofVisitors;
  return sql`${recordKinds[kind].rows(sources)} AND ${isTheirs}`;
}

export type RecordCounts = Record<RecordKind, number>;

/** How many there are of each kind, and when the first and the last happened. */
export async function countRecords(asking: Asking, person: PersonOnWebsite) {
  const sources = await openSources(asking, person);
  const counts = {} as RecordCounts;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const kind of kindNames) {
    const [row] = await ask(
      asking,
      sql`SELECT count(*) AS records, min(${millisOf(sql`ts`)}) AS first_at, max(${millisOf(sql`ts`)}) AS last_at
        FROM ${selectTheirs(kind, sources, person)}`,
    );
    counts[kind] = Number(row?.records ?? 0);
    if (counts[kind] === 0) continue;
    first = Math.min(first, Number(row?.first_at));
    last = Math.max(last, Number(row?.last_at));
  }
  const sessions = await countSessions(asking, sources, person);
  return { counts, sessions, first, last };
}

async function countSessions(asking: Asking, { hits }: Sources, person: PersonOnWebsite): Promise<number> {
  const [row] = await ask(
    asking,
    sql`SELECT count(DISTINCT session_hash) AS sessions FROM ${hits({})} AS record
      WHERE ${isOneOf(sql`visitor_id`, person.visitorIds)}`,
  );
  return Number(row?.sessions ?? 0);
}

/** The most records of a kind in one export: no person has more, and for programs nobody asks. */
export const mostRecords = 100_000;

export async function readRecords(asking: Asking, person: PersonOnWebsite) {
  const sources = await openSources(asking, person);
  const records = {} as Record<RecordKind, Record<string, unknown>[]>;
  for (const kind of kindNames) {
    const { columns } = recordKinds[kind];
    const shown = columns.map((column) => sql`${selectColumn(column)} AS ${identifier(nameInside(column))}`);
    const rows = await ask(
      asking,
      sql`SELECT ${joinSql(shown, sql`, `)} FROM ${selectTheirs(kind, sources, person)}
        ORDER BY ${millisOf(sql`ts`)}, seq LIMIT ${whole(mostRecords)}`,
    );
    records[kind] = rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column, show(column, row[nameInside(column)])])),
    );
  }
  return records;
}

/** Renamed inside, because a column selected under its own name would shadow the one that the conditions mean. */
const nameInside = (column: string) => `shown_${column}`;

function selectColumn(column: string): Sql {
  return column === 'ts' ? millisOf(sql`ts`) : sql`CAST(${identifier(column)} AS VARCHAR)`;
}

const jsonColumns = ['details', 'traits'];
const numberColumns = ['visible_ms'];

function show(column: string, value: unknown): unknown {
  if (column === 'ts') return new Date(Number(value)).toISOString();
  if (jsonColumns.includes(column)) return JSON.parse(String(value) || '{}');
  if (numberColumns.includes(column)) return Number(value);
  // As text with all its digits, which a number might not hold.
  if (column === 'amount')
    return String(value)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  return String(value);
}

function openSources({ engine, workspaceId, signal }: Asking, { websiteId }: PersonOnWebsite) {
  return engine.openSources({ workspaceId, websiteIds: [websiteId] }, { signal });
}

async function ask({ engine, workspaceId, signal }: Asking, question: Sql): Promise<Row[]> {
  return (await engine.query(question, { workspaceId, signal })).rows;
}

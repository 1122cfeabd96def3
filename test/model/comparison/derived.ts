import { selectCredits } from '../../../src/store/analytics/definitions/credits.ts';
import { selectPages } from '../../../src/store/analytics/definitions/pages.ts';
import { selectVisits } from '../../../src/store/analytics/definitions/visits.ts';
import type { LocalEngine } from '../../../src/store/analytics/duckdb/local-engine.ts';
import { selectPageDays } from '../../../src/store/analytics/duckdb/page-days.ts';
import { linkAll, linkColumns } from '../../../src/store/analytics/duckdb/previous-visits.ts';
import { identifier, identifiers, type Sql, sql } from '../../../src/store/analytics/sql.ts';
import { factNames } from '../../../src/store/analytics/tables.ts';

const place = ['workspace_id', 'website_id'];

const visitColumns = [
  ...place,
  ...['session_hash', 'visitor_hash', 'slot', 'pageviews', 'customs', 'began', 'bounced', 'duration_ms'],
  ...['began_at', 'began_seq', 'session_pageviews', 'session_customs', 'entry_path', 'exit_path'],
  ...factNames,
];

const tableColumns: Record<string, readonly string[]> = {
  visits: [...visitColumns, ...linkColumns],
  pages: [
    ...place,
    'session_hash',
    'slot',
    'path',
    'views',
    'bounced',
    'timed_views',
    'spent_ms',
    'previous',
  ],
  page_days: [
    ...place,
    ...['day', 'path', 'previous', 'views', 'sessions', 'bounced', 'timed_views', 'spent_ms'],
  ],
  credits: [
    ...place,
    ...['visitor_hash', 'ts', 'slot', 'seq', 'conversions', 'revenue', 'class', 'session_hash', ...factNames],
  ],
};

const rebuilt: Record<string, Sql> = {
  visits: linkAll(sql`(${selectVisits(sql`hits`)})`, visitColumns),
  pages: selectPages(sql`hits`),
  page_days: selectPageDays(sql`pages`),
  credits: selectCredits({ conversions: sql`conversions`, payments: sql`payments`, visits: sql`visits` }),
};

/** What the engine keeps right with every batch must be what all records together give. */
export async function requireDerivedRight(engine: LocalEngine): Promise<void> {
  for (const [table, fromRecords] of Object.entries(rebuilt)) {
    const columns = identifiers(tableColumns[table] ?? []);
    await requireSame(
      engine,
      table,
      sql`SELECT ${columns} FROM ${identifier(table)} ${table === 'page_days' ? sql`WHERE views > 0` : sql``}`,
      sql`SELECT ${columns} FROM (${fromRecords})`,
    );
  }
}

async function requireSame(engine: LocalEngine, what: string, kept: Sql, derived: Sql): Promise<void> {
  const question = sql`
    SELECT 'only kept' AS side, * FROM (${kept} EXCEPT ALL ${derived})
    UNION ALL
    SELECT 'only rebuilt' AS side, * FROM (${derived} EXCEPT ALL ${kept})`;
  const { rows } = await engine.query(question, new AbortController());
  if (rows.length > 0) throw new Error(`${what} as kept and as rebuilt differ: ${describe(rows)}`);
}

const describe = (rows: readonly object[]) =>
  JSON.stringify(rows.slice(0, 6), (_, value) => (typeof value === 'bigint' ? String(value) : value));

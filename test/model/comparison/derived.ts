import { selectCredits } from '../../../src/store/analytics/definitions/credits.ts';
import { selectPages } from '../../../src/store/analytics/definitions/pages.ts';
import { selectVisits } from '../../../src/store/analytics/definitions/visits.ts';
import type { LocalEngine } from '../../../src/store/analytics/duckdb/local-engine.ts';
import { selectPageDays } from '../../../src/store/analytics/duckdb/page-days.ts';
import { linkAll, linkedFacts } from '../../../src/store/analytics/duckdb/previous-visits.ts';
import { bind, identifier, identifiers, type Sql, sql, unionAll } from '../../../src/store/analytics/sql.ts';
import { emptyWords, factNames } from '../../../src/store/analytics/tables.ts';

const place = ['workspace_id', 'website_id'];

const visitColumns = [
  ...place,
  ...['session_hash', 'visitor_hash', 'slot', 'pageviews', 'customs', 'began', 'bounced', 'duration_ms'],
  ...['began_at', 'began_seq', 'session_pageviews', 'session_customs', 'entry_path', 'exit_path'],
  ...factNames,
];

/**
 * Any order of the visits within a slot is right: whichever it is, the links to the last visit with each value of a fact
 * are the same, though they stand on other visits.
 */
function selectLinks(linked: Sql): Sql {
  const list = (fact: string, shown: Sql, link: Sql) =>
    sql`SELECT workspace_id, website_id, visitor_hash, slot, ${bind.text(fact)} AS fact, ${shown} AS shown, ${link} AS link FROM linked`;
  const ofFacts = linkedFacts.map((fact) => {
    const value = identifier(fact);
    const shown = sql`CASE WHEN ${value} = '' THEN ${bind.text(emptyWords[fact])} ELSE ${value} END`;
    return list(fact, shown, sql`previous - ${identifier(`earlier_${fact}`)}`);
  });
  return sql`
    WITH linked AS MATERIALIZED (${linked})
    ${unionAll([list('', sql`''`, sql`previous`), ...ofFacts])}`;
}

const tableColumns: Record<string, readonly string[]> = {
  visits: visitColumns,
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
  visits: selectVisits(sql`hits`),
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
  await requireSame(
    engine,
    'links',
    sql`SELECT * FROM (${selectLinks(sql`SELECT * FROM visits`)})`,
    sql`SELECT * FROM (${selectLinks(linkAll(sql`(${selectVisits(sql`hits`)})`, visitColumns))})`,
  );
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

/** What an engine holds, counted by the names that tests give to their records. */
import { join } from 'node:path';
import { parseConfig } from '../../src/config.ts';
import type { AnalyticsEngine, Row } from '../../src/store/analytics/analytics-engine.ts';
import { type LocalEngine, openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { type Sql, sql } from '../../src/store/analytics/sql.ts';

export type StoredRecords = {
  hits: Map<string, number>;
  conversions: Map<string, number>;
  payments: Map<string, number>;
  identities: Map<string, number>;
  amounts: Map<string, number>;
};

/** What is derived from records, added up over everything. */
export type DerivedCounts = Record<'pageviews' | 'customs' | 'sessions' | 'views' | 'credits', number>;

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

type Reading = Pick<AnalyticsEngine, 'query'>;

export async function readRows(engine: Reading, statement: Sql): Promise<Row[]> {
  return (await engine.query(statement, { signal: new AbortController().signal })).rows;
}

export async function countStored(engine: Reading): Promise<StoredRecords> {
  const count = async (statement: Sql) =>
    new Map(
      (await readRows(engine, statement)).map((row): [string, number] => [String(row.name), Number(row.n)]),
    );
  const amounts = await readRows(
    engine,
    sql`SELECT transaction_id, CAST(amount AS VARCHAR) AS paid FROM payments ORDER BY seq`,
  );
  return {
    hits: await count(sql`SELECT path AS name, count(*) AS n FROM hits GROUP BY path`),
    conversions: await count(sql`SELECT name, count(*) AS n FROM conversions GROUP BY name`),
    payments: await count(
      sql`SELECT transaction_id AS name, count(*) AS n FROM payments GROUP BY transaction_id`,
    ),
    identities: await count(
      sql`SELECT visitor_id AS name, count(*) AS n FROM identities GROUP BY visitor_id`,
    ),
    amounts: new Map(amounts.map((row) => [String(row.transaction_id), Number(row.paid)])),
  };
}

/** Of the embedded engine: what it keeps ready, and the same counted from the records. */
export async function countDerived(
  engine: Reading,
): Promise<{ kept: DerivedCounts; counted: DerivedCounts }> {
  const read = async (statement: Sql) => {
    const [row] = await readRows(engine, statement);
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
    ) as DerivedCounts;
  };
  return {
    kept: await read(sql`
      SELECT
        (SELECT coalesce(sum(pageviews), 0) FROM visits) AS pageviews,
        (SELECT coalesce(sum(customs), 0) FROM visits) AS customs,
        (SELECT coalesce(sum(began), 0) FROM visits) AS sessions,
        (SELECT coalesce(sum(views), 0) FROM pages) AS views,
        (SELECT count(*) FROM credits) AS credits`),
    counted: await read(sql`
      SELECT
        (SELECT count(*) FROM hits WHERE type = 'pageview') AS pageviews,
        (SELECT count(*) FROM hits WHERE type = 'custom') AS customs,
        (SELECT count(DISTINCT session_hash) FROM hits WHERE type != 'leave') AS sessions,
        (SELECT count(*) FROM hits WHERE type = 'pageview') AS views,
        (SELECT count(*) FROM conversions WHERE session_id = '') + (SELECT count(*) FROM payments) AS credits`),
  };
}

/** The embedded engine on the file of a data directory whose server has stopped. */
export async function openDataDirectory(dataDirectory: string): Promise<LocalEngine> {
  const { enginePath } = parseConfig({ FOOTFALL_DATA_DIR: dataDirectory });
  return openLocalEngine({
    path: enginePath,
    memoryLimitMb: 512,
    temporaryDirectory: join(dataDirectory, 'temporary'),
    temporaryLimitMb: 512,
  });
}

export type StoredByServer = StoredRecords & { derived: Awaited<ReturnType<typeof countDerived>> };

export async function readDataDirectory(dataDirectory: string): Promise<StoredByServer> {
  const engine = await openDataDirectory(dataDirectory);
  try {
    return { ...(await countStored(engine)), derived: await countDerived(engine) };
  } finally {
    await engine.close();
  }
}

/** What the engine holds, counted by the names that tests give to their records. */
import { join } from 'node:path';
import { startEngine } from '../../src/store/analytics/engine/start-engine.ts';
import { type Analytics, openAnalytics } from '../../src/store/analytics/open-analytics.ts';
import { type Sql, sql } from '../../src/store/analytics/sql.ts';

export type StoredRecords = {
  hits: Map<string, number>;
  conversions: Map<string, number>;
  payments: Map<string, number>;
  identities: Map<string, number>;
  amounts: Map<string, string>;
  /** Recent records by type, and the same counted in the four tables. */
  recent: Map<string, number>;
  recentOfTables: Map<string, number>;
};

export const silent = { debug() {}, info() {}, warn() {}, error() {} };
export const analyticsBounds = { reportTimeoutSeconds: 30, reportMemoryMb: 512, log: silent };

export async function countStored(analytics: Analytics): Promise<StoredRecords> {
  const count = async (statement: Sql) =>
    new Map(
      (await analytics.query(statement)).data.map((row): [string, number] => [
        String(row.name),
        Number(row.n),
      ]),
    );
  const amounts = await analytics.query(
    sql`SELECT transaction_id, toString(amount) AS amount FROM payments ORDER BY seq`,
  );
  return {
    hits: await count(sql`SELECT path AS name, count() AS n FROM hits GROUP BY name`),
    conversions: await count(sql`SELECT name, count() AS n FROM conversions GROUP BY name`),
    payments: await count(sql`SELECT transaction_id AS name, count() AS n FROM payments GROUP BY name`),
    identities: await count(sql`SELECT visitor_id AS name, count() AS n FROM identities GROUP BY name`),
    recent: await count(sql`SELECT toString(type) AS name, count() AS n FROM recent_records GROUP BY name`),
    recentOfTables: await count(sql`
      SELECT name, count() AS n
      FROM (
        SELECT toString(type) AS name FROM hits WHERE type != 'leave'
        UNION ALL SELECT 'goal' FROM conversions WHERE session_id = ''
        UNION ALL SELECT 'payment' FROM payments
        UNION ALL SELECT 'identify' FROM identities)
      GROUP BY name`),
    amounts: new Map(amounts.data.map((row) => [String(row.transaction_id), String(row.amount)])),
  };
}

/** Reads the embedded engine's data once its server has stopped. */
export async function readDataDirectory(dataDirectory: string): Promise<StoredRecords> {
  const engine = await startEngine({
    directory: join(dataDirectory, 'clickhouse'),
    memoryLimitMb: 1024,
    log: silent,
  });
  try {
    const analytics = await openAnalytics({ ...analyticsBounds, ...engine });
    try {
      return await countStored(analytics);
    } finally {
      await analytics.close();
    }
  } finally {
    await engine.stop();
  }
}

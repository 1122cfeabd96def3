import type { AnalyticsEngine } from '../../src/store/analytics/analytics-engine.ts';
import { type Sql, sql } from '../../src/store/analytics/sql.ts';

/** What the engine says of a query it has answered. */
export type QueryFacts = {
  /** The most that was seen at any moment, beyond what is kept of the file in memory anyway. */
  memoryBytes: number;
  spilledBytes: number;
  rowsRead: number;
};

export type ReadingEngine = Pick<AnalyticsEngine, 'openSources' | 'query'>;

export type Listener = {
  analytics: ReadingEngine;
  /** The queries since the last call. */
  take(): QueryFacts[];
};

/** Asks every question twice: for its answer, after which its part of the file is in memory, and for what it costs. */
export function listenTo(engine: ReadingEngine): Listener {
  let heard: QueryFacts[] = [];
  return {
    analytics: {
      openSources: (tenant) => engine.openSources(tenant),
      async query(question, options) {
        const answer = await engine.query(question, options);
        heard.push(await explain(engine, question, options.signal));
        return answer;
      },
    },
    take() {
      const facts = heard;
      heard = [];
      return facts;
    },
  };
}

/** What it keeps of the file goes when there is need of the memory. */
const working = sql`
  SELECT sum(memory_usage_bytes) AS bytes FROM duckdb_memory() WHERE tag != 'BASE_TABLE'`;

async function explain(engine: ReadingEngine, question: Sql, signal: AbortSignal): Promise<QueryFacts> {
  let isAnswered = false;
  const explaining = engine.query(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${question}`, { signal }).finally(() => {
    isAnswered = true;
  });
  let memoryBytes = 0;
  while (!isAnswered) {
    const [now] = (await engine.query(working, { signal })).rows;
    memoryBytes = Math.max(memoryBytes, Number(now?.bytes));
  }
  const [plan] = (await explaining).rows;
  return { memoryBytes, ...readFacts(String(plan?.explain_value)) };
}

export function readFacts(plan: string): Omit<QueryFacts, 'memoryBytes'> {
  const facts = JSON.parse(plan) as Record<string, unknown>;
  return {
    spilledBytes: Number(facts.system_peak_temp_dir_size),
    rowsRead: Number(facts.cumulative_rows_scanned),
  };
}

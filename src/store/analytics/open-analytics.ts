/** Chooses the engine: the one inside the product, or the ClickHouse at `clickhouseUrl`. From here on both are the same. */
import type { Clock } from '../../contract/clock.ts';
import type { Log } from '../../contract/log.ts';
import type { Lease } from '../control/lease.ts';
import type { AnalyticsEngine } from './analytics-engine.ts';
import { boundEngine } from './bounded-engine.ts';
import { refuseEarlierEngine } from './duckdb/earlier-engine.ts';
import type { ProcessEngine } from './duckdb/process/start-engine-process.ts';

export type EmbeddedOptions = {
  enginePath: string;
  engineTemporaryDirectory: string;
  engineMemoryMb: number;
  engineTemporaryMb: number;
  reportsAtOnce: number;
};

export type AnalyticsOptions = EmbeddedOptions & {
  /** Of a cluster the addresses of all nodes, by comma. */
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
};

export type AnalyticsParts = {
  clock: Clock;
  log: Log;
  /** For work in the background that one of several servers does. */
  lease: Lease;
};

/** Before anything is written to the data directory: throws where that would do harm. */
export function checkDataDirectory(
  options: Pick<AnalyticsOptions, 'clickhouseUrl' | 'enginePath'> & { legacyEngineDirectory: string },
): void {
  if (options.clickhouseUrl === undefined) refuseEarlierEngine(options);
}

export type Connection = { opened: Promise<AnalyticsEngine>; close(): Promise<void> };

const settleMs = 60_000;
/** Whoever comes here holds the lock of the data directory, so that only an engine that is about to end can have the file. */
const waitForPredecessorMs = 20_000;

export function openAnalytics(options: AnalyticsOptions, parts: AnalyticsParts): Connection {
  const closing = new AbortController();
  const opened = open(options, parts, closing.signal);
  // It may fail while its caller is still busy with something else.
  opened.catch(() => undefined);
  return {
    opened,
    async close() {
      closing.abort();
      const engine = await opened.catch(() => undefined);
      await engine?.close();
    },
  };
}

async function open(
  options: AnalyticsOptions,
  parts: AnalyticsParts,
  signal: AbortSignal,
): Promise<AnalyticsEngine> {
  const { clickhouseUrl, reportsAtOnce, reportTimeoutSeconds } = options;
  const bounds = { reportsAtOnce, reportTimeoutMs: reportTimeoutSeconds * 1000 };
  return clickhouseUrl === undefined
    ? boundEngine(await startEmbedded(options, parts.log, signal), { ...bounds, dialect: 'duckdb' })
    : boundEngine(await connect(clickhouseUrl, options, parts, signal), { ...bounds, dialect: 'clickhouse' });
}

// Each engine's code is loaded where it is wanted: it takes a tenth of a second and many megabytes.
export async function startEmbedded(
  options: EmbeddedOptions,
  log: Log,
  signal?: AbortSignal,
): Promise<ProcessEngine> {
  const { startEngineProcess } = await import('./duckdb/process/start-engine-process.ts');
  return startEngineProcess({
    path: options.enginePath,
    memoryLimitMb: options.engineMemoryMb,
    temporaryDirectory: options.engineTemporaryDirectory,
    temporaryLimitMb: options.engineTemporaryMb,
    reportsAtOnce: options.reportsAtOnce,
    waitForPredecessorMs,
    log,
    ...(signal && { signal }),
  });
}

async function connect(url: string, options: AnalyticsOptions, parts: AnalyticsParts, signal: AbortSignal) {
  const { connectClickHouse } = await import('./clickhouse/connect-clickhouse.ts');
  const { reportTimeoutSeconds, reportMemoryMb, reportsAtOnce, clickhouseCluster } = options;
  const { clock, log, lease } = parts;
  return connectClickHouse(
    {
      url,
      cluster: clickhouseCluster,
      reportTimeoutSeconds,
      reportMemoryMb,
      reportsAtOnce,
      clock,
      log,
      settling: { lease, intervalMs: settleMs },
    },
    signal,
  );
}

/** Chooses the engine: the one inside the product, or the ClickHouse at `clickhouseUrl`. From here on both are the same. */
import type { Clock } from '../../contract/clock.ts';
import type { Log } from '../../contract/log.ts';
import type { Lease } from '../control/lease.ts';
import type { AnalyticsEngine } from './analytics-engine.ts';
import { type BoundedEngine, boundEngine } from './bounded-engine.ts';
import { refuseEarlierEngine } from './duckdb/earlier-engine.ts';
import type { BesideOptions, BesidePort } from './duckdb/process/beside.ts';
import type { ProcessEngine } from './duckdb/process/start-engine-process.ts';

export type EmbeddedOptions = {
  enginePath: string;
  engineTemporaryDirectory: string;
  engineMemoryMb: number;
  engineTemporaryMb: number;
  /** One for each core where it is undefined. */
  engineThreads: number | undefined;
  reportsAtOnce: number;
};

export type ClickHouseChoice = {
  /** Of a cluster the addresses of all nodes, by comma. */
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
  reportsAtOnce: number;
};

export type AnalyticsOptions = EmbeddedOptions & ClickHouseChoice;

export type Leases = { settling: Lease; migrating: Lease };

export type AnalyticsParts = {
  clock: Clock;
  log: Log;
  /** For what one of several servers does at a time. */
  leases: Leases;
  /** The service in the worker process, which also holds the engine where it is embedded. */
  beside: BesideOptions;
};

/** Called before anything is written to the data directory; throws where writing would do harm. */
export function checkDataDirectory(
  options: Pick<AnalyticsOptions, 'clickhouseUrl' | 'enginePath'> & { legacyEngineDirectory: string },
): void {
  if (options.clickhouseUrl === undefined) refuseEarlierEngine(options);
}

export type Opened = { engine: BoundedEngine; beside: BesidePort; close(): Promise<void> };

export type Connection = { opened: Promise<Opened>; close(): Promise<void> };

const settleMs = 60_000;
/** The caller holds the lock of the data directory, so only an engine that is about to end can have the file. */
const waitForPredecessorMs = 20_000;

export function openAnalytics(options: AnalyticsOptions, parts: AnalyticsParts): Connection {
  const closing = new AbortController();
  const opened = open(options, parts, closing.signal);
  // It may fail before the caller awaits it, which must not count as unhandled.
  opened.catch(() => undefined);
  return {
    opened,
    async close() {
      closing.abort();
      const there = await opened.catch(() => undefined);
      await there?.close();
    },
  };
}

async function open(options: AnalyticsOptions, parts: AnalyticsParts, signal: AbortSignal): Promise<Opened> {
  const { clickhouseUrl, reportsAtOnce, reportTimeoutSeconds } = options;
  const { log, beside } = parts;
  const bounds = { reportsAtOnce, reportTimeoutMs: reportTimeoutSeconds * 1000 };
  if (clickhouseUrl === undefined) {
    const engine = await startEmbedded(options, log, { signal, beside });
    return {
      engine: boundEngine(engine, { ...bounds, dialect: 'duckdb' }),
      beside: engine.beside,
      close: engine.close,
    };
  }
  const engine = await connect(clickhouseUrl, options, parts, signal);
  try {
    const { startProcessBeside } = await import('./duckdb/process/start-engine-process.ts');
    const { port, stop } = await startProcessBeside({ log, beside, signal });
    return {
      engine: boundEngine(engine, { ...bounds, dialect: 'clickhouse' }),
      beside: port,
      async close() {
        await stop();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** An external engine for a process that only stores in it. */
export async function openForStoring(
  options: ClickHouseChoice,
  parts: Pick<AnalyticsParts, 'clock' | 'log'>,
): Promise<AnalyticsEngine> {
  if (options.clickhouseUrl === undefined) throw new Error('The embedded engine is in one process alone.');
  return connect(options.clickhouseUrl, options, parts, new AbortController().signal);
}

// The code of an engine is loaded only where it is used: it takes a tenth of a second and many megabytes.
export async function startEmbedded(
  options: EmbeddedOptions,
  log: Log,
  parts: { signal?: AbortSignal; beside?: BesideOptions } = {},
): Promise<ProcessEngine> {
  const { startEngineProcess } = await import('./duckdb/process/start-engine-process.ts');
  return startEngineProcess({
    path: options.enginePath,
    memoryLimitMb: options.engineMemoryMb,
    temporaryDirectory: options.engineTemporaryDirectory,
    temporaryLimitMb: options.engineTemporaryMb,
    threads: options.engineThreads,
    reportsAtOnce: options.reportsAtOnce,
    waitForPredecessorMs,
    log,
    ...parts,
  });
}

type ConnectParts = Pick<AnalyticsParts, 'clock' | 'log'> & { leases?: Leases };

async function connect(url: string, options: ClickHouseChoice, parts: ConnectParts, signal: AbortSignal) {
  const { connectClickHouse } = await import('./clickhouse/connect-clickhouse.ts');
  const { reportTimeoutSeconds, reportMemoryMb, reportsAtOnce, clickhouseCluster } = options;
  const { clock, log, leases } = parts;
  return connectClickHouse(
    {
      url,
      cluster: clickhouseCluster,
      reportTimeoutSeconds,
      reportMemoryMb,
      reportsAtOnce,
      clock,
      log,
      settling: leases && { lease: leases.settling, intervalMs: settleMs },
      migrating: leases?.migrating,
    },
    signal,
  );
}

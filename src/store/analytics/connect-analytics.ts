import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../contract/log.ts';
import { type Engine, startEngine } from './engine/start-engine.ts';
import { type Analytics, EngineUnavailable, openAnalytics } from './open-analytics.ts';

/** The embedded engine, or the ClickHouse server or cluster at `clickhouseUrl`: from here on all are the same. */
export type ConnectionOptions = {
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  engineDirectory: string;
  engineMemoryMb: number;
  reportTimeoutSeconds: number;
  reportMemoryMb: number;
  reportsAtOnce: number;
};

export type Connection = { opened: Promise<Analytics>; close(): Promise<void> };

const retryMs = 1_000;
const sayAgainMs = 60_000;
const waitForPredecessorMs = 20_000;

export function connectAnalytics(options: ConnectionOptions, log: Log): Connection {
  const closing = new AbortController();
  let engine: Engine | undefined;
  let analytics: Analytics | undefined;

  const open = async (): Promise<Analytics> => {
    if (!options.clickhouseUrl) {
      engine = await startEngine({
        directory: options.engineDirectory,
        memoryLimitMb: options.engineMemoryMb,
        waitForPredecessorMs,
        log,
      });
    }
    const login = engine ?? {
      url: options.clickhouseUrl as string,
      cluster: options.clickhouseCluster,
    };
    // The password of an engine of our own is known to nobody else.
    const isOnlyWriter = engine !== undefined;
    const connect = () => openAnalytics({ ...options, ...login, isOnlyWriter, log });
    analytics = await untilReachable(connect, closing.signal, log);
    return analytics;
  };
  const opened = open();

  return {
    opened,
    async close() {
      closing.abort();
      await opened.catch(() => {});
      await analytics?.close();
      await engine?.stop();
    },
  };
}

/** A server from outside may come up after us: wait for it, and say so, the same again after a while. */
async function untilReachable<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
  log: Log,
): Promise<Result> {
  let said = { message: '', at: 0 };
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || signal.aborted) throw error;
      const { message } = error;
      if (message !== said.message || Date.now() - said.at >= sayAgainMs) {
        log.warn({ err: error }, 'waiting for the analytics engine');
        said = { message, at: Date.now() };
      }
      await sleep(retryMs, undefined, { signal });
    }
  }
}

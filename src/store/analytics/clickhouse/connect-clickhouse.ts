import { setTimeout as sleep } from 'node:timers/promises';
import { EngineUnavailable } from '../engine-errors.ts';
import { type ClickHouseEngine, type ClickHouseOptions, openClickHouse } from './open-clickhouse.ts';

const retryMs = 1_000;
const sayAgainMs = 60_000;

/** The server may come up after us: this waits for it until `signal` is aborted, and logs that it waits. */
export async function connectClickHouse(
  options: ClickHouseOptions,
  signal: AbortSignal,
): Promise<ClickHouseEngine> {
  let said = { message: '', at: 0 };
  for (;;) {
    try {
      return await openClickHouse(options);
    } catch (error) {
      if (!(error instanceof EngineUnavailable) || signal.aborted) throw error;
      const { message } = error;
      if (message !== said.message || Date.now() - said.at >= sayAgainMs) {
        options.log.warn({ err: error }, 'waiting for the analytics engine');
        said = { message, at: Date.now() };
      }
      await sleep(retryMs, undefined, { signal });
    }
  }
}

import type { DuckDBConnection } from '@duckdb/node-api';

const intervalMs = 10;

/**
 * Interrupts the work of the connection once `signal` is aborted, until it is told that the work has ended. It repeats
 * that, because the engine ignores an interruption that comes before it has begun.
 */
export function interruptOnAbort(connection: DuckDBConnection, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    connection.interrupt();
    timer = setInterval(() => connection.interrupt(), intervalMs);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin);
  return () => {
    signal.removeEventListener('abort', begin);
    clearInterval(timer);
  };
}

import type { DuckDBConnection } from '@duckdb/node-api';

const intervalMs = 10;

/**
 * Ends what the connection works on once `signal` is aborted, until it is told that the work has ended. Again and again,
 * because an interruption that comes before the engine has begun is forgotten by it.
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

import { EngineUnavailable, QueryCancelled } from './engine-errors.ts';

/** Lets so many run at once; the others wait in order, and are refused when their turn does not come in time. */
export type Turns = <Result>(work: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

export function createTurns(atOnce: number, waitMs: number): Turns {
  const waiting = new Set<() => void>();
  let free = atOnce;

  function takeTurn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new QueryCancelled());
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(start);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const start = () => {
        leave();
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(new QueryCancelled());
      };
      const timer = setTimeout(() => {
        leave();
        reject(new EngineUnavailable(`${atOnce} reports are under way, and none ended in ${waitMs} ms`));
      }, waitMs);
      signal.addEventListener('abort', giveUp);
      waiting.add(start);
    });
  }

  function passTurn(): void {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  }

  return async (work, signal) => {
    await takeTurn(signal);
    try {
      return await work();
    } finally {
      passTurn();
    }
  };
}

import { EngineUnavailable, QueryCancelled } from './engine-errors.ts';

/** Lets so many in at once; the others wait in order, and are refused when their turn does not come in time. */
export type Semaphore = {
  /** Resolves to what gives the place back; to call it again does nothing. */
  enter(signal: AbortSignal): Promise<() => void>;
};

export function createSemaphore(places: number, waitMs: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = places;

  function waitForPlace(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.delete(goIn);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const goIn = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = () => {
        stopWaiting();
        reject(new QueryCancelled());
      };
      const timer = setTimeout(() => {
        stopWaiting();
        reject(new EngineUnavailable(`${places} reports are under way, and none ended in ${waitMs} ms`));
      }, waitMs);
      signal.addEventListener('abort', giveUp);
      waiting.add(goIn);
    });
  }

  function passOn(): void {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  }

  return {
    async enter(signal) {
      if (signal.aborted) throw new QueryCancelled();
      if (free > 0) free -= 1;
      else await waitForPlace(signal);
      let isInside = true;
      return () => {
        if (isInside) passOn();
        isInside = false;
      };
    },
  };
}

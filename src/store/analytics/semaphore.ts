import { EngineUnavailable, QueryCancelled } from './engine-errors.ts';

/**
 * Lets `places` in at once, and at most `placesEach` of one owner, so that nobody takes all places. Others wait in a queue
 * of their owner; a free place goes to the queues round-robin. Whoever waits longer than `waitMs` is refused.
 */
export type Semaphore = {
  /** Resolves to a function that gives the place back; calling it twice does nothing. */
  enter(owner: string, signal: AbortSignal): Promise<() => void>;
};

export type SemaphoreOptions = { places: number; placesEach: number; waitMs: number };

export function createSemaphore({ places, placesEach, waitMs }: SemaphoreOptions): Semaphore {
  /** Queues of owners, in round-robin order. */
  const waiting = new Map<string, Set<() => void>>();
  const inside = new Map<string, number>();
  let free = places;

  const insideOf = (owner: string) => inside.get(owner) ?? 0;
  const hasPlaceFor = (owner: string) => free > 0 && insideOf(owner) < placesEach;

  function takePlace(owner: string): void {
    free -= 1;
    inside.set(owner, insideOf(owner) + 1);
  }

  function givePlaceBack(owner: string): void {
    free += 1;
    if (insideOf(owner) === 1) inside.delete(owner);
    else inside.set(owner, insideOf(owner) - 1);
    admitNext();
  }

  function admitNext(): void {
    const owner = [...waiting.keys()].find(hasPlaceFor);
    const queue = owner === undefined ? undefined : waiting.get(owner);
    if (owner === undefined || !queue) return;
    const [goIn] = queue;
    // Moves the owner to the end of the round-robin order.
    waiting.delete(owner);
    waiting.set(owner, queue);
    takePlace(owner);
    goIn?.();
  }

  function waitForPlace(owner: string, signal: AbortSignal): Promise<void> {
    const queue = waiting.get(owner) ?? new Set();
    waiting.set(owner, queue);
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        queue.delete(goIn);
        if (queue.size === 0) waiting.delete(owner);
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
        reject(
          new EngineUnavailable(
            `${places - free} reports are under way, and no place came free in ${waitMs} ms`,
          ),
        );
      }, waitMs);
      signal.addEventListener('abort', giveUp);
      queue.add(goIn);
    });
  }

  return {
    async enter(owner, signal) {
      if (signal.aborted) throw new QueryCancelled();
      if (hasPlaceFor(owner)) takePlace(owner);
      else await waitForPlace(owner, signal);
      let isInside = true;
      return () => {
        if (isInside) givePlaceBack(owner);
        isInside = false;
      };
    },
  };
}

/** How many of the places one owner may take: where there are two or more, at least a quarter stays for others. */
export function shareOf(places: number): number {
  return Math.max(1, places - Math.ceil(places / 4));
}

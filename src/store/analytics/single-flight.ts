import { QueryCancelled } from './engine-errors.ts';

/**
 * Identical questions asked while one of them is being answered share its answer. It goes on for as long as anyone
 * waits for it. This is no cache: a question asked after the answer is a new one.
 */
export type SingleFlight<Result> = {
  ask(
    key: string,
    answer: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result>;
  /** Later questions do not share answers that were begun before: the rows have changed. */
  invalidate(): void;
};

type Flight<Result> = { result: Promise<Result>; waiters: number; cancel: AbortController };

export function createSingleFlight<Result>(): SingleFlight<Result> {
  let flights = new Map<string, Flight<Result>>();

  function start(key: string, answer: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const cancel = new AbortController();
    const among = flights;
    const land = () => {
      if (among.get(key) === flight) among.delete(key);
    };
    const flight: Flight<Result> = { result: answer(cancel.signal).finally(land), waiters: 0, cancel };
    among.set(key, flight);
    cancel.signal.addEventListener('abort', land);
    return flight;
  }

  return {
    ask(key, answer, signal) {
      if (signal?.aborted) return Promise.reject(new QueryCancelled());
      return join(flights.get(key) ?? start(key, answer), signal);
    },
    invalidate() {
      flights = new Map();
    },
  };
}

function join<Result>(flight: Flight<Result>, signal: AbortSignal | undefined): Promise<Result> {
  flight.waiters += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      flight.waiters -= 1;
      if (flight.waiters === 0) flight.cancel.abort();
      reject(new QueryCancelled());
    };
    signal?.addEventListener('abort', leave);
    flight.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
  });
}

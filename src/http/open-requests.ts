import type { ServerResponse } from 'node:http';

/** Requests that are not answered yet: a stop waits for them. */
export type OpenRequests = {
  /** The request counts until it is answered, or its client is gone. */
  add(response: ServerResponse): void;
  /** Resolves to whether all were answered in time. */
  untilNone(timeoutMs: number): Promise<boolean>;
};

export function createOpenRequests(): OpenRequests {
  const open = new Set<ServerResponse>();
  const waiting = new Set<() => void>();

  return {
    add(response) {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        if (open.size === 0) for (const wake of waiting) wake();
      });
    },
    untilNone(timeoutMs) {
      if (open.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const end = (isNone: boolean) => {
          clearTimeout(timer);
          waiting.delete(wake);
          resolve(isNone);
        };
        const wake = () => end(true);
        const timer = setTimeout(() => end(false), timeoutMs);
        waiting.add(wake);
      });
    },
  };
}

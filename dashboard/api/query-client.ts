import { QueryClient } from '@tanstack/react-query';
import { Failure } from './ask.ts';
import { isAway, onReturn, probeEveryMs } from './connection.ts';

const mostRetries = 2;

const passing = [0, 502, 503, 504];

/** What the server refuses stays refused; what it cannot do at the moment is asked for again, while it is away without end. */
function isWorthRetrying(count: number, error: Error): boolean {
  const passes = error instanceof Failure && passing.includes(error.status);
  return passes && (isAway() || count < mostRetries);
}

const longestDelayMs = 30_000;

function delayRetry(count: number): number {
  return isAway() ? probeEveryMs : Math.min(1000 * 2 ** count, longestDelayMs);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, retryDelay: delayRetry, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** What is shown is from before. */
onReturn(() => void queryClient.refetchQueries({ type: 'active' }));

/** After an outage a page has a dozen of what could not be loaded: all of it is asked for again. */
export function retryFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

import { QueryClient } from '@tanstack/react-query';
import { Failure } from './ask.ts';

const mostRetries = 2;

/** What the server refuses stays refused; what it cannot do at the moment is asked for again. */
function isWorthRetrying(count: number, error: Error): boolean {
  const passes = error instanceof Failure && (error.status === 0 || error.status === 503);
  return passes && count < mostRetries;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** After an outage a page has a dozen of what could not be loaded: all of it is asked for again. */
export function retryFailed(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

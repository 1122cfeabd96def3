import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useIsAway } from '../api/connection.ts';
import { formatMoment } from '../format/dates.ts';

/** One for the page, while the server is away: what is shown stays, and is renewed when it is back. */
export function AwayBanner() {
  const isAway = useIsAway();
  const client = useQueryClient();
  // Another page may be opened meanwhile, which has numbers of another age, or none.
  const follow = useCallback((read: () => void) => client.getQueryCache().subscribe(read), [client]);
  const shownAt = useSyncExternalStore(follow, () => (isAway ? findAge(client) : undefined));
  return (
    <div role="status" className="away">
      {isAway && (
        <p className="away-banner">
          <strong>The server cannot be reached.</strong>{' '}
          {shownAt
            ? `What you see is from ${formatMoment(shownAt)}. It is brought up to date as soon as the server is back.`
            : 'The page fills by itself as soon as the server is back.'}
        </p>
      )}
    </div>
  );
}

/** When the oldest of the numbers that are shown was asked for; undefined where there are none. */
function findAge(client: QueryClient): number | undefined {
  const reports = client.getQueryCache().findAll({ queryKey: ['report'] });
  const shown = reports.filter(({ observers }) => observers.some((each) => each.getCurrentResult().data));
  if (shown.length === 0) return undefined;
  const ages = (some: typeof reports) => some.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  const own = ages(shown);
  // Where all of it stands in for what is still asked for, it is at most as new as the last answer.
  return own.length > 0 ? Math.min(...own) : Math.max(...ages(reports));
}

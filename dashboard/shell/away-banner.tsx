import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useIsAway } from '../api/connection.ts';
import { formatMoment } from '../format/dates.ts';

/** One for the page, while the server is away: what is shown stays, and is renewed when it is back. */
export function AwayBanner() {
  const isAway = useIsAway();
  const client = useQueryClient();
  const shownAt = isAway ? findAge(client) : undefined;
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
  const shown = client.getQueryCache().findAll({ queryKey: ['report'], type: 'active' });
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}

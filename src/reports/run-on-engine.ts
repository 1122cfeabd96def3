import { ApiError } from '../contract/errors.ts';
import { EngineUnavailable, QueryCancelled } from '../store/analytics/engine-errors.ts';

/** How an engine fails, as whoever asked for a report or an export is told. */
export async function runOnEngine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    // Nobody reads this answer, and nothing went wrong that the log should tell.
    if (cause instanceof QueryCancelled) throw new ApiError('upstream_unavailable');
    throw new ApiError(cause instanceof EngineUnavailable ? 'upstream_unavailable' : 'analytics_error', {
      cause,
    });
  }
}

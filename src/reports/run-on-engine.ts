import { ApiError } from '../contract/errors.ts';
import { EngineUnavailable, QueryCancelled } from '../store/analytics/engine-errors.ts';

/** Translates failures of an engine into errors of the API. */
export async function runOnEngine<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    // The client is gone: nobody reads this answer, and there is nothing to log.
    if (cause instanceof QueryCancelled) throw new ApiError('upstream_unavailable');
    throw new ApiError(cause instanceof EngineUnavailable ? 'upstream_unavailable' : 'analytics_error', {
      cause,
    });
  }
}

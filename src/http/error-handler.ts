import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { isBusy, lacksParent } from '../store/control/control-error.ts';
import { buildBareError, buildError } from './answers.ts';

const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'invalid_url',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_url',
};

/** As long as a request waits for a connection before it is refused. */
const retryBusySeconds = 5;

/** Everything thrown while a request is served becomes one of the two error bodies here. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = hasHungUp(request) ? new ApiError('request_timeout') : toApiError(error);
  // An error without a cause is an intended answer, such as that of the regions report.
  if (known.status >= 500 && known.cause !== undefined) {
    request.log.error({ err: known.cause, code: known.code }, 'request failed');
  }
  if (typeof known.details?.retryAfter === 'number') reply.header('retry-after', known.details.retryAfter);
  const body = request.reachedEndpoint ? buildError(known, request.id) : buildBareError(known);
  // The headers of a file may be set already, and would let caches store the error.
  reply.header('cache-control', 'no-store');
  return reply.code(known.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The client left before its body was there: nobody reads the answer, and there is nothing to log. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (lacksParent(error)) return new ApiError('not_found', { cause: error });
  if (isBusy(error)) {
    return new ApiError('service_unavailable', { cause: error, details: { retryAfter: retryBusySeconds } });
  }
  const code = 'code' in error ? frameworkCodes[error.code] : undefined;
  return new ApiError(code ?? 'internal_error', { cause: error });
}

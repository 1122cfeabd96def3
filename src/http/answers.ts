import * as z from 'zod';
import { type ApiError, type ErrorCode, type ErrorDetails, errorTable } from '../contract/errors.ts';
import type { ListPage } from './define-endpoint.ts';

/** The envelopes of the spec: as values for the wire and as schemas for the reference. */

export function buildSuccess(data: unknown, requestId: string) {
  return { status: 'success', data, meta: { request_id: requestId } };
}

export function buildList({ items, nextCursor }: ListPage, requestId: string) {
  const pagination =
    nextCursor === undefined ? { has_more: false } : { has_more: true, next_cursor: nextCursor };
  return { ...buildSuccess(items, requestId), pagination };
}

export function buildBareError({ code, message, details }: ApiError) {
  return { error: { code, message, ...(details && { details }) } };
}

export function buildError(error: ApiError, requestId: string) {
  return { status: 'error', ...buildBareError(error), meta: { request_id: requestId } };
}

export const metaSchema = z.object({
  request_id: z.string().meta({ description: 'Equals the header X-Request-Id.' }),
});

export const paginationSchema = z.object({
  has_more: z.boolean().meta({ description: 'Whether another page exists.' }),
  next_cursor: z
    .string()
    .optional()
    .meta({ description: 'Send it back as `cursor` for the next page. Present only when there is one.' }),
});

const errorContent = z.object({
  code: z.string().meta({ description: 'What a client branches on, together with the HTTP status.' }),
  message: z.string().meta({ description: 'For people; it may change.' }),
  details: z.record(z.string(), z.unknown()).optional().meta({ description: 'Added where it helps.' }),
});

/** Raised before the request reaches its endpoint: the body is `{error}` alone. */
export const gateErrorSchema = z.strictObject({ error: errorContent });

export const errorSchema = z.object({ status: z.literal('error'), error: errorContent, meta: metaSchema });

const gateCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'missing_authorization',
  'not_authenticated',
  'invalid_authorization_format',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'insufficient_scope',
  'rate_limit_exceeded',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
  'headers_too_large',
  'invalid_host',
  'request_timeout',
]);

/** A failure on our side can happen before the endpoint and in it. */
const anywhereCodes: readonly ErrorCode[] = ['internal_error', 'service_unavailable'];
export const isGateError = (code: ErrorCode) => gateCodes.has(code) || anywhereCodes.includes(code);
export const isEndpointError = (code: ErrorCode) => !gateCodes.has(code);

export const exampleMeta = { request_id: '2f1c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77' };

const exampleDetails: { [Code in ErrorCode]?: ErrorDetails } = {
  insufficient_scope: { required: 'pixel:write', available: ['pixel:read'] },
  rate_limit_exceeded: { limit: 60, window: '1 minute', retryAfter: 42 },
  unsupported_filter: { filter: 'city', supported: ['country', 'device', 'browser'] },
  invalid_filter: { filter: 'page', reason: 'at most 20 values' },
  invalid_metric: { supported: ['visitors', 'sessions', 'pageviews'] },
  invalid_mode: { supported: ['referrer', 'utm_source', 'utm_campaign', 'keyword', 'channel'] },
  invalid_granularity: { supported: ['hour', 'day', 'week', 'month'] },
  invalid_pipe: { supported: ['top_pages', 'referrers', 'campaigns'] },
  invalid_body: { fieldErrors: { website_id: ['Invalid input: expected string'] }, formErrors: [] },
};

export function buildErrorExample(code: ErrorCode) {
  const details = exampleDetails[code];
  const error = { code, message: errorTable[code].message, ...(details && { details }) };
  return isEndpointError(code) ? { status: 'error', error, meta: exampleMeta } : { error };
}

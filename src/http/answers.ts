import { z } from 'zod';
import { type ApiError, type ErrorCode, errorTable } from '../contract/errors.ts';
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

const meta = z.object({ request_id: z.string() }).meta({ description: 'Equals the header X-Request-Id.' });

export function successSchema(data: z.ZodType) {
  return z.object({ status: z.literal('success'), data, meta });
}

export function listSchema(item: z.ZodType) {
  const pagination = z.object({
    has_more: z.boolean(),
    next_cursor: z.string().optional().meta({ description: 'Present only when another page exists.' }),
  });
  return successSchema(z.array(item)).extend({ pagination });
}

/** Raised before the request reaches its endpoint: the body is `{error}` alone. */
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
]);

/** A failure on our side can happen before the endpoint and in it. */
const isBare = (code: ErrorCode) => gateCodes.has(code) || code === 'internal_error';
const isFull = (code: ErrorCode) => !gateCodes.has(code);

export function errorSchema(codes: readonly ErrorCode[]): z.ZodType {
  const error = (some: readonly ErrorCode[]) =>
    z.object({
      code: z.enum(some),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    });
  const bare = codes.filter(isBare);
  const full = codes.filter(isFull);
  const shapes = [
    ...(bare.length > 0 ? [z.strictObject({ error: error(bare) })] : []),
    ...(full.length > 0 ? [z.object({ status: z.literal('error'), error: error(full), meta })] : []),
  ];
  return shapes.length === 1 ? (shapes[0] as z.ZodType) : z.union(shapes);
}

export function buildErrorExample(code: ErrorCode) {
  const error = { code, message: errorTable[code].message };
  return gateCodes.has(code)
    ? { error }
    : { status: 'error', error, meta: { request_id: '2f1c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77' } };
}

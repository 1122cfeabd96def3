import { STATUS_CODES } from 'node:http';
import { type ErrorCode, errorTable } from '../../contract/errors.ts';
import { buildErrorExample, isEndpointError, isGateError } from '../answers.ts';
import type { AnyEndpoint, Tag } from '../define-endpoint.ts';
import type { Reference, Response } from './document.ts';
import type { JsonSchema } from './json-schema.ts';
import { toPascalCase } from './share-parts.ts';

/** What an endpoint can answer when it fails: its own codes and those of the gate in front of it. */

const anyKeyErrors: readonly ErrorCode[] = [
  'invalid_authorization_format',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];
const bodyErrors: readonly ErrorCode[] = ['invalid_json', 'unsupported_media_type', 'payload_too_large'];

const requestIdHeader = 'X-Request-Id';
const rateLimitHeaders = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

export const headerComponents = {
  [requestIdHeader]: header('string', 'The same as `meta.request_id`.'),
  'X-RateLimit-Limit': header('integer', 'Requests allowed in a window of one minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the window.'),
  'X-RateLimit-Reset': header('integer', 'End of the window, Unix seconds.'),
  'Retry-After': header('integer', 'Seconds to wait.'),
};

/** Rejected keys are not counted, so their answers say nothing of the limit (contract §2). */
export function headersOf(status: number): Record<string, Reference> {
  const names = [
    requestIdHeader,
    ...(status === 401 ? [] : rateLimitHeaders),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function listErrorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...anyKeyErrors];
  if (endpoint.path !== '/me') codes.unshift('not_authenticated');
  if (endpoint.scope) codes.push('insufficient_scope');
  if (endpoint.body) codes.push(...bodyErrors);
  // A segment that cannot be decoded or is too long for the router.
  if (endpoint.path.includes(':')) codes.push('invalid_url');
  return [...new Set([...codes, ...endpoint.errors])];
}

export type ErrorResponse = { status: number; name: string; response: Response };

export function buildErrorResponses(endpoint: AnyEndpoint): ErrorResponse[] {
  const codes = listErrorCodes(endpoint);
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => {
    const some = codes.filter((code) => errorTable[code].status === status);
    return { status, name: nameOf(endpoint.tag, status, some), response: buildErrorResponse(status, some) };
  });
}

function nameOf(tag: Tag, status: number, codes: readonly ErrorCode[]): string {
  if (codes.length <= 2) return codes.map(toPascalCase).join('Or');
  const reason = (STATUS_CODES[status] ?? '').replaceAll(' ', '');
  return status === 401 ? reason : `${tag}${reason}`;
}

function buildErrorResponse(status: number, codes: readonly ErrorCode[]): Response {
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: buildErrorSchema(codes),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** The codes that can occur here are the names of the examples. */
function buildErrorSchema(codes: readonly ErrorCode[]): JsonSchema {
  const shapes = [
    ...(codes.some(isGateError) ? [{ $ref: '#/components/schemas/GateError' }] : []),
    ...(codes.some(isEndpointError) ? [{ $ref: '#/components/schemas/Error' }] : []),
  ];
  return shapes.length === 1 ? (shapes[0] as JsonSchema) : { oneOf: shapes };
}

/** One example a code; its summary is the condition. */
export function buildErrorExamples(codes: Iterable<ErrorCode>) {
  return Object.fromEntries(
    [...codes].map((code) => [
      code,
      { summary: errorTable[code].message, value: buildErrorExample(code) as unknown },
    ]),
  );
}

function header(type: 'string' | 'integer', description: string) {
  return { description, schema: { type } };
}

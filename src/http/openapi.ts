import { z } from 'zod';
import { type ErrorCode, errorTable } from '../contract/errors.ts';
import { buildErrorExample, errorSchema, listSchema, successSchema } from './answers.ts';
import { type AnyEndpoint, type EndpointParameter, tags } from './define-endpoint.ts';

/** The OpenAPI 3.1 document, made from the same declarations that serve the requests. */
export type OpenApi = Record<string, unknown>;

const anyKeyErrors: readonly ErrorCode[] = [
  'invalid_authorization_format',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'rate_limit_exceeded',
  'internal_error',
];
const bodyErrors: readonly ErrorCode[] = ['invalid_json', 'unsupported_media_type', 'payload_too_large'];

const rateLimitHeaders = {
  'X-Request-Id': header('string', 'The same as meta.request_id.'),
  'X-RateLimit-Limit': header('integer', 'Requests allowed in a window of one minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the window.'),
  'X-RateLimit-Reset': header('integer', 'End of the window, Unix seconds.'),
};

export function buildOpenApi(endpoints: readonly AnyEndpoint[], version: string): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: buildOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Footfall API',
      version,
      summary: 'Website analytics: reports, records and segments of a workspace.',
      description:
        'Every request carries an API key of one workspace, and sees that workspace alone. ' +
        'Large counts are strings; rates, averages and money are numbers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api/v1' }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace (wk_…).' },
      },
    },
  };
}

function buildOperation(endpoint: AnyEndpoint) {
  const scope = endpoint.scope ? `Scope: \`${endpoint.scope}\`.` : 'Any valid key.';
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, scope].filter(Boolean).join('\n\n'),
    ...(endpoint.parameters && {
      parameters: Object.entries(endpoint.parameters).map(([name, each]) => buildParameter(name, each)),
    }),
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: { ...buildSuccessResponse(endpoint), ...buildErrorResponses(endpoint) },
  };
}

function buildParameter(name: string, { in: place, schema, required }: EndpointParameter) {
  const { description, example, ...rest } = schemaOf(schema, 'output') as Record<string, unknown>;
  return {
    name,
    in: place,
    required: place === 'path' || required === true,
    ...(description !== undefined && { description }),
    schema: rest,
    ...(example !== undefined && { example }),
  };
}

function buildSuccessResponse({ status, answer }: AnyEndpoint) {
  if (answer.example === undefined) return {};
  const meta = { request_id: '2f1c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77' };
  const success = { status: 'success', data: answer.example, meta };
  const { schema, example } = {
    object: { schema: answer.schema, example: answer.example },
    data: { schema: successSchema(answer.schema), example: success },
    list: { schema: listSchema(answer.schema), example: { ...success, pagination: { has_more: false } } },
  }[answer.kind];
  return {
    [status ?? 200]: {
      description: status === 201 ? 'Created.' : 'Success.',
      headers: rateLimitHeaders,
      content: { 'application/json': { schema: schemaOf(schema, 'output'), example } },
    },
  };
}

function buildErrorResponses(endpoint: AnyEndpoint) {
  const gate: ErrorCode[] = [...anyKeyErrors];
  if (endpoint.path !== '/me') gate.push('not_authenticated');
  if (endpoint.scope) gate.push('insufficient_scope');
  if (endpoint.body) gate.push(...bodyErrors);
  const codes = [...new Set([...gate, ...endpoint.errors])];
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      buildErrorResponse(
        status,
        codes.filter((code) => errorTable[code].status === status),
      ),
    ]),
  );
}

function buildErrorResponse(status: number, codes: readonly ErrorCode[]) {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].message}`).join('\n\n'),
    ...(status !== 401 && {
      headers:
        status === 429
          ? { ...rateLimitHeaders, 'Retry-After': header('integer', 'Seconds to wait.') }
          : rateLimitHeaders,
    }),
    content: {
      'application/json': {
        schema: schemaOf(errorSchema(codes), 'output'),
        examples: Object.fromEntries(codes.map((code) => [code, { value: buildErrorExample(code) }])),
      },
    },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Answers may grow: a client must not refuse a field it does not know.
    override: ({ jsonSchema, zodSchema }) => {
      const isStrict = zodSchema instanceof z.ZodObject && zodSchema.def.catchall instanceof z.ZodNever;
      if (jsonSchema.additionalProperties === false && !isStrict) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

function header(type: 'string' | 'integer', description: string) {
  return { description, schema: { type } };
}

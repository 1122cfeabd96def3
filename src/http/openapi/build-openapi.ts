/**
 * The OpenAPI 3.1 document, made from the same declarations that serve the requests. What an operation has of
 * its own stands with it; what many have in common is a component.
 */
import * as z from 'zod';
import { idempotencyKey } from '../../contract/bodies.ts';
import { errorSchema, exampleMeta, gateErrorSchema, metaSchema, paginationSchema } from '../answers.ts';
import { buildCsv } from '../csv.ts';
import {
  type AnyEndpoint,
  type EndpointParameter,
  type TableAnswer,
  type Tag,
  tags,
} from '../define-endpoint.ts';
import type { MediaType, OpenApi, Operation, Parameter, Response } from './document.ts';
import {
  buildErrorExamples,
  buildErrorResponses,
  headerComponents,
  headersOf,
  listErrorCodes,
} from './error-responses.ts';
import { buildJsonSchema, type JsonSchema } from './json-schema.ts';
import { type Shared, shareParts, toPascalCase } from './share-parts.ts';

export function buildOpenApi(endpoints: readonly AnyEndpoint[], version: string): OpenApi {
  const parameters = shareParts(
    'parameters',
    endpoints.flatMap(buildParameters).map((part) => ({ name: part.name, part })),
  );
  const responses = shareParts(
    'responses',
    endpoints.flatMap(buildErrorResponses).map(({ name, response }) => ({ name, part: response })),
  );
  const schemas = shareParts('schemas', endpoints.flatMap(listAnswerFields));
  const paths: OpenApi['paths'] = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    const operation = buildOperation(endpoint, { schemas, parameters, responses });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
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
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace (wk_…).' },
      },
      schemas: {
        Meta: buildJsonSchema(metaSchema, 'output'),
        Pagination: buildJsonSchema(paginationSchema, 'output'),
        GateError: buildJsonSchema(gateErrorSchema, 'output'),
        Error: buildJsonSchema(errorSchema, 'output'),
        ...schemas.components,
        ...Object.fromEntries(endpoints.flatMap(buildBodySchema)),
      },
      parameters: parameters.components,
      responses: responses.components,
      headers: headerComponents,
      examples: buildErrorExamples(new Set(endpoints.flatMap(listErrorCodes))),
    },
  };
}

type SharedParts = {
  schemas: Shared<JsonSchema>;
  parameters: Shared<Parameter>;
  responses: Shared<Response>;
};

function buildOperation(endpoint: AnyEndpoint, shared: SharedParts): Operation {
  const parameters = buildParameters(endpoint).map((each) => shared.parameters.refer(each.name, each));
  const errors = buildErrorResponses(endpoint).map(
    ({ status, name, response }) => [status, shared.responses.refer(name, response)] as const,
  );
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, describeScope(endpoint.scope)].filter(Boolean).join('\n\n'),
    security: [{ apiKey: endpoint.scope ? [endpoint.scope] : [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: buildRequestBody(endpoint) }),
    responses: { ...buildSuccessResponse(endpoint, shared.schemas), ...Object.fromEntries(errors) },
  };
}

/** For readers of the document; for programs the scope stands under `security`. */
export function describeScope(scope: string | null): string {
  return scope ? `Scope: \`${scope}\`.` : 'Any valid key.';
}

const idempotencyParameter: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Names this record, like `event_id`: a retry within 24 hours answers the same and records nothing.',
  schema: buildJsonSchema(idempotencyKey, 'input'),
};

function buildParameters(endpoint: AnyEndpoint): Parameter[] {
  const declared = Object.entries(endpoint.parameters ?? {}).map(([name, each]) =>
    buildParameter(name, each),
  );
  // An endpoint that can refuse the header is one that reads it.
  return endpoint.errors.includes('invalid_idempotency_key') ? [...declared, idempotencyParameter] : declared;
}

function buildParameter(name: string, { in: place, schema, required }: EndpointParameter): Parameter {
  const { description, examples, ...rest } = buildJsonSchema(schema, 'output');
  return {
    name,
    in: place,
    required: place === 'path' || required === true,
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples && { example: examples[0] }),
  };
}

function bodyNameOf({ operationId }: AnyEndpoint): string {
  return `${toPascalCase(operationId)}Body`;
}

function buildBodySchema(endpoint: AnyEndpoint): [string, JsonSchema][] {
  if (!endpoint.body) return [];
  const { examples: _, ...schema } = buildJsonSchema(endpoint.body, 'input');
  return [[bodyNameOf(endpoint), schema]];
}

function buildRequestBody(endpoint: AnyEndpoint): Operation['requestBody'] & object {
  const { examples, properties = {} } = buildJsonSchema(endpoint.body, 'input');
  const ofFields = Object.entries(properties).flatMap(([name, field]) =>
    field.examples ? [[name, field.examples[0]]] : [],
  );
  return {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${bodyNameOf(endpoint)}` },
        example: examples?.[0] ?? Object.fromEntries(ofFields),
      },
    },
  };
}

/** Fields of answers that are objects or lists themselves, such as the statistics of every report. */
function listAnswerFields({ tag, answer }: AnyEndpoint) {
  const { properties = {} } = buildJsonSchema(answer.schema, 'output');
  return Object.entries(properties)
    .filter(([name, { items, anyOf }]) => (items ?? anyOf) && !namesOfRows.has(name))
    .map(([name, part]) => ({ name: fieldNameOf(tag, name), part }));
}

/** These fields differ from endpoint to endpoint, so a component of their name would say nothing. */
const namesOfRows: ReadonlySet<string> = new Set(['data']);

function fieldNameOf(tag: Tag, field: string): string {
  return toPascalCase(`${tag.replace(/s$/, '')}_${field}`);
}

function buildAnswerSchema({ tag, answer }: AnyEndpoint, shared: Shared<JsonSchema>): JsonSchema {
  const schema = buildJsonSchema(answer.schema, 'output');
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, part]) => [
    name,
    shared.refer(fieldNameOf(tag, name), part),
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function buildSuccessResponse(endpoint: AnyEndpoint, shared: Shared<JsonSchema>): Record<string, Response> {
  const { answer } = endpoint;
  if (answer.schema instanceof z.ZodNever) return { default: { description: 'There is no other answer.' } };
  const status = endpoint.status ?? 200;
  const schema = buildAnswerSchema(endpoint, shared);
  const enveloped = { status: 'success', data: answer.example, meta: exampleMeta };
  const data = { schema: buildEnvelope({ data: schema }), example: enveloped };
  const content: MediaType = {
    object: { schema, example: answer.example },
    data,
    table: data,
    list: {
      schema: buildEnvelope({
        data: { type: 'array', items: schema },
        pagination: { $ref: '#/components/schemas/Pagination' },
      }),
      example: { ...enveloped, pagination: { has_more: false } },
    },
  }[answer.kind];
  return {
    [status]: {
      description: status === 201 ? 'Created.' : 'Success.',
      headers: headersOf(status),
      content: {
        'application/json': content,
        ...(answer.kind === 'table' && { 'text/csv': buildCsvMediaType(answer.example) }),
      },
    },
  };
}

function buildCsvMediaType(example: unknown): MediaType {
  const { data } = example as TableAnswer['result'];
  return { schema: { type: 'string' }, example: buildCsv(Object.keys(data[0] ?? {}), data) };
}

function buildEnvelope(fields: Record<string, JsonSchema>): JsonSchema {
  const properties = {
    status: { type: 'string', const: 'success' },
    ...fields,
    meta: { $ref: '#/components/schemas/Meta' },
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

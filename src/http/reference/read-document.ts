import { apiFilterTargets } from '../../reports/question/filters.ts';
import { describeScope } from '../openapi/build-openapi.ts';
import type {
  Example,
  MediaType,
  OpenApi,
  Operation,
  Parameter,
  Reference,
  Response,
} from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { buildFieldRow, buildFieldRows, type FieldRow } from './schema-rows.ts';

/** An operation of the document as the page shows it: references followed, filters folded into one line. */
export type ReferenceEndpoint = {
  id: string;
  method: string;
  path: string;
  scope: string | undefined;
  summary: string;
  description: string;
  parameters: readonly Parameter[];
  parameterRows: readonly FieldRow[];
  filters: readonly string[];
  body: { rows: readonly FieldRow[]; example: unknown } | undefined;
  answer: { status: string; rows: readonly FieldRow[]; example: unknown } | undefined;
  errors: readonly EndpointError[];
};

export type EndpointError = { status: string; code: string; condition: string; example: unknown };

export type ReferenceGroup = {
  id: string;
  name: string;
  description: string;
  endpoints: ReferenceEndpoint[];
};

export function readGroups(document: OpenApi): ReferenceGroup[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return document.tags.map(({ name, description }) => ({
    id: `tag-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    name,
    description,
    endpoints: all
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => readEndpoint(document, method.toUpperCase(), path, operation)),
  }));
}

function readEndpoint(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
): ReferenceEndpoint {
  const resolve = (schema: JsonSchema) => resolvePart<JsonSchema>(document, schema);
  const parameters = (operation.parameters ?? []).map((part) => resolvePart<Parameter>(document, part));
  const scope = operation.security[0]?.apiKey[0];
  const body = operation.requestBody?.content['application/json'];
  return {
    id: operation.operationId,
    method,
    path,
    scope,
    summary: operation.summary,
    description: operation.description.replace(describeScope(scope ?? null), ''),
    parameters,
    parameterRows: parameters
      .filter((parameter) => !isFilter(parameter))
      .map(({ name, required, schema, description = '' }) =>
        buildFieldRow(name, { ...schema, description }, required, resolve),
      ),
    filters: parameters.filter(isFilter).map(({ name }) => name),
    body: body && { rows: buildFieldRows(body.schema, resolve), example: body.example },
    answer: readAnswer(document, operation, resolve),
    errors: Object.entries(operation.responses).flatMap(([status, part]) =>
      readErrors(document, status, part),
    ),
  };
}

function isFilter({ in: place, name }: Parameter): boolean {
  return place === 'query' && Object.hasOwn(apiFilterTargets, name);
}

function readAnswer(document: OpenApi, operation: Operation, resolve: (schema: JsonSchema) => JsonSchema) {
  const [status, part] = Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? [];
  const media = part && findMediaType(document, part);
  if (status === undefined || !media) return undefined;
  // The envelope is the same everywhere and is told once, in the guide.
  const isEnveloped = media.schema.properties?.meta?.$ref !== undefined;
  const inner = (isEnveloped && media.schema.properties?.data) || media.schema;
  const rows = inner.items
    ? buildFieldRows(inner.items, resolve, 'data[].')
    : buildFieldRows(inner, resolve, isEnveloped ? 'data.' : '');
  return { status, rows, example: media.example };
}

function readErrors(document: OpenApi, status: string, part: Response | Reference): EndpointError[] {
  return Object.entries(findMediaType(document, part)?.examples ?? {}).map(([code, each]) => {
    const { summary = '', value } = resolvePart<Example>(document, each);
    return { status, code, condition: summary, example: value };
  });
}

function findMediaType(document: OpenApi, part: Response | Reference): MediaType | undefined {
  return resolvePart<Response>(document, part).content?.['application/json'];
}

function resolvePart<Part extends object>(document: OpenApi, part: Part | Reference): Part {
  if (!('$ref' in part) || part.$ref === undefined) return part as Part;
  const [place = '', name = ''] = part.$ref.replace('#/components/', '').split('/');
  const components = document.components as unknown as Record<string, Record<string, Part>>;
  const found = components[place]?.[name];
  if (!found) throw new Error(`The OpenAPI document has no ${part.$ref}.`);
  return found;
}

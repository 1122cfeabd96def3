/** Calls the API over HTTP and holds every answer against the OpenAPI document that the server publishes. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type ApiRequest = {
  method?: string;
  /** Relative to /api/v1. */
  path: string;
  query?: Record<string, string | number | readonly string[]>;
  key?: string;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type ApiResponse = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
  /** The body as it came. */
  text: string;
};

export type ApiClient = (request: ApiRequest) => Promise<ApiResponse>;

type Response = { content?: { 'application/json': { examples?: Record<string, unknown> } } };
type Operation = { responses: Record<string, Response | { $ref: string }> };
type Document = { paths: Record<string, Record<string, Operation>> };

let document: Document | undefined;
const documentId = 'openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);

export async function loadDocument(url: string): Promise<void> {
  if (document) return;
  const loaded = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document;
  document ??= loaded;
  if (document === loaded) ajv.addSchema(loaded, documentId);
}

/** Requests go to the servers in turn. */
export function createApiClient(urls: readonly string[]): ApiClient {
  let turn = 0;
  return async (request) => {
    const url = urls[turn++ % urls.length] as string;
    await loadDocument(url);
    const { method = 'GET', path, query = {}, key, body, headers = {} } = request;
    const response = await fetch(`${url}/api/v1${path}${formatQuery(query)}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: text === '' || isCsv(response.headers) ? text || undefined : JSON.parse(text),
      text,
    };
    requireDocumented(method, path, answer);
    return answer;
  };
}

/** The one answer that is not JSON; its body is the text. */
function isCsv(headers: Headers): boolean {
  return headers.get('content-type') === 'text/csv; charset=utf-8';
}

function formatQuery(query: NonNullable<ApiRequest['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** 404 and 405 for paths and methods that do not exist are in no document. */
function requireDocumented(method: string, path: string, { status, headers, body }: ApiResponse): void {
  const found = findOperation(method, path);
  if (!found) {
    if (status >= 400 && status < 500) return;
    throw new Error(`${method} ${path} is not documented, yet answered ${status}.`);
  }
  const pointer = findResponse(found, status);
  const media = isCsv(headers) ? 'text~1csv' : 'application~1json';
  const validate = pointer && ajv.getSchema(`${documentId}#${encodeURI(pointer)}/content/${media}/schema`);
  if (!validate) {
    throw new Error(`${method} ${path}: status ${status} is not documented: ${JSON.stringify(body)}`);
  }
  const problems = validate(body) ? findUndocumentedCode(pointer, body) : ajv.errorsText(validate.errors);
  if (problems !== undefined) {
    throw new Error(`${method} ${path} ${status} is not as documented: ${problems}\n${JSON.stringify(body)}`);
  }
}

type FoundOperation = { operation: Operation; pointer: string };

/** The JSON pointer of the response, through its reference where it is a component. */
function findResponse({ operation, pointer }: FoundOperation, status: number): string | undefined {
  const response = operation.responses[status];
  if (!response) return undefined;
  return '$ref' in response ? response.$ref.slice(1) : `${pointer}/responses/${status}`;
}

/** The codes that a response can carry are the names of its examples. */
function findUndocumentedCode(pointer: string, body: ApiResponse['body']): string | undefined {
  const response = readPointer(pointer) as Response;
  const examples = response.content?.['application/json'].examples;
  if (!examples || typeof body === 'string' || Object.hasOwn(examples, body.error.code)) return undefined;
  return `the code ${body.error.code} is not among ${Object.keys(examples).join(', ')}`;
}

function readPointer(pointer: string): unknown {
  const steps = pointer.slice(1).split('/');
  return steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}

function findOperation(method: string, path: string): FoundOperation | undefined {
  const segments = path.split('/');
  const templates = Object.entries(document?.paths ?? {}).filter(([template]) => {
    const expected = template.split('/');
    return (
      expected.length === segments.length &&
      expected.every((segment, index) => segment.startsWith('{') || segment === segments[index])
    );
  });
  // A literal path goes before one with parameters, as in the router.
  templates.sort(([a], [b]) => a.split('{').length - b.split('{').length);
  const verb = method.toLowerCase();
  return templates
    .map(([template, methods]) => ({
      operation: methods[verb],
      pointer: `/paths/${template.replaceAll('/', '~1')}/${verb}`,
    }))
    .find((found): found is FoundOperation => found.operation !== undefined);
}

/** Calls the API over HTTP and holds every answer against the OpenAPI document that the server publishes. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
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
};

export type ApiClient = (request: ApiRequest) => Promise<ApiResponse>;

type Operation = { responses: Record<string, { content?: { 'application/json': { schema: object } } }> };
type Document = { paths: Record<string, Record<string, Operation>> };

let document: Document | undefined;
const validators = new Map<object, ValidateFunction>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (target: Ajv2020) => void)(ajv);

export async function loadDocument(url: string): Promise<void> {
  document ??= (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document;
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
      body: text === '' ? undefined : JSON.parse(text),
    };
    requireDocumented(method, path, answer);
    return answer;
  };
}

function formatQuery(query: NonNullable<ApiRequest['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** 404 and 405 for paths and methods that do not exist are in no document. */
function requireDocumented(method: string, path: string, { status, body }: ApiResponse): void {
  const operation = findOperation(method, path);
  if (!operation) {
    if (status >= 400 && status < 500) return;
    throw new Error(`${method} ${path} is not documented, yet answered ${status}.`);
  }
  const schema = operation.responses[status]?.content?.['application/json'].schema;
  if (!schema)
    throw new Error(`${method} ${path}: status ${status} is not documented: ${JSON.stringify(body)}`);
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  if (!validate(body)) {
    const problems = ajv.errorsText(validate.errors);
    throw new Error(`${method} ${path} ${status} is not as documented: ${problems}\n${JSON.stringify(body)}`);
  }
}

function findOperation(method: string, path: string): Operation | undefined {
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
  return templates
    .map(([, methods]) => methods[method.toLowerCase()])
    .find((operation) => operation !== undefined);
}

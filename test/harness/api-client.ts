/** Calls the API over HTTP and holds every answer against the OpenAPI document that the server publishes. */
import { createPublishedDocument, isCsv, type PublishedDocument } from './published-document.ts';
import { type Answer, sendRequest } from './send-request.ts';

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

export type ApiResponse = Answer & {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
};

export type ApiClient = (request: ApiRequest) => Promise<ApiResponse>;

/** One for all servers of the product: to read it and to compile its schemas takes longer than most tests. */
const ofProduct = createPublishedDocument();

export const loadDocument = ofProduct.load;

/** Requests go to the servers in turn. */
export function createApiClient(urls: readonly string[], document: PublishedDocument = ofProduct): ApiClient {
  let turn = 0;
  return async (request) => {
    const url = urls[turn++ % urls.length] as string;
    await document.load(url);
    const { method = 'GET', path, query = {}, key, body, headers = {} } = request;
    const received = await sendRequest(`${url}/api/v1${path}${formatQuery(query)}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { text } = received;
    const isText = text === '' || isCsv(received.headers);
    const answer = { ...received, body: isText ? text || undefined : JSON.parse(text) };
    document.requireDocumented(method, path, answer);
    return answer;
  };
}

function formatQuery(query: NonNullable<ApiRequest['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

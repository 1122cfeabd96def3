/** The OpenAPI document that a server publishes, to hold its answers against. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type DocumentedAnswer = {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
};

export type PublishedDocument = {
  /** From the first server that is named. */
  load(url: string): Promise<void>;
  requireDocumented(method: string, path: string, answer: DocumentedAnswer): void;
};

type Response = { content?: { 'application/json': { examples?: Record<string, unknown> } } };
type Operation = { responses: Record<string, Response | { $ref: string }> };
type Document = { paths: Record<string, Record<string, Operation>> };

type FoundOperation = { operation: Operation; pointer: string };

const documentId = 'openapi.json';

export function createPublishedDocument(): PublishedDocument {
  let document: Document | undefined;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv2020) => void)(ajv);

  async function load(url: string): Promise<void> {
    if (document) return;
    const loaded = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document;
    document ??= loaded;
    if (document === loaded) ajv.addSchema(loaded, documentId);
  }

  /** 404 and 405 for paths and methods that do not exist are in no document. */
  function requireDocumented(
    method: string,
    path: string,
    { status, headers, body }: DocumentedAnswer,
  ): void {
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
      throw new Error(
        `${method} ${path} ${status} is not as documented: ${problems}\n${JSON.stringify(body)}`,
      );
    }
  }

  /** The JSON pointer of the response, through its reference where it is a component. */
  function findResponse({ operation, pointer }: FoundOperation, status: number): string | undefined {
    const response = operation.responses[status];
    if (!response) return undefined;
    return '$ref' in response ? response.$ref.slice(1) : `${pointer}/responses/${status}`;
  }

  /** The codes that a response can carry are the names of its examples. */
  function findUndocumentedCode(pointer: string, body: DocumentedAnswer['body']): string | undefined {
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

  return { load, requireDocumented };
}

/** The one answer that is not JSON; its body is the text. */
export function isCsv(headers: Headers): boolean {
  return headers.get('content-type') === 'text/csv; charset=utf-8';
}

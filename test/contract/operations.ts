/** The operations that the server documents, with all that can be sent to each. */
export type Operation = {
  method: string;
  /** Relative to /api/v1, with `{name}` for path parameters. */
  path: string;
  parameters: { name: string; in: string }[];
  /** Names of the body's fields; empty where it takes none. */
  fields: string[];
};

type Part = { $ref?: string; [name: string]: unknown };
type Document = { paths: Record<string, Record<string, Part>> };

export async function readOperations(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/api/v1/openapi.json`)).json()) as Document;
  const resolve = (part: Part): Part =>
    part.$ref === undefined ? part : resolve(readPointer(document, part.$ref) as Part);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: ((operation.parameters as Part[] | undefined) ?? [])
        .map((each) => resolve(each) as Part & { name: string; in: string })
        .map(({ name, in: place }) => ({ name, in: place })),
      fields: findFields(operation, resolve),
    })),
  );
}

function findFields(operation: Part, resolve: (part: Part) => Part): string[] {
  const body = operation.requestBody as { content: { 'application/json': { schema: Part } } } | undefined;
  if (!body) return [];
  return Object.keys(resolve(body.content['application/json'].schema).properties as object);
}

function readPointer(document: unknown, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document);
}

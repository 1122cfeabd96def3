import type { AnyEndpoint } from './define-endpoint.ts';

const parameter = /:[a-z_]+/;

/** A path whose parameter is empty reaches its endpoint too, which then says that the segment is blank. */
export function withBlankSegments(path: string): string[] {
  return parameter.test(path) ? [path, path.replace(parameter, '')] : [path];
}

export function findAllowedMethods(endpoints: readonly AnyEndpoint[], path: string): string[] {
  const methods = endpoints.filter((endpoint) => matches(endpoint.path, path)).map(({ method }) => method);
  return [...new Set(methods)].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
}

function matches(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const expected = pattern.split('/');
  return (
    segments.length === expected.length &&
    expected.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  );
}

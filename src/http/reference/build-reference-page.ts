import type { OpenApi } from '../openapi.ts';

export type ReferencePage = { html: string; contentSecurityPolicy: string };

export function buildReferencePage(document: OpenApi): ReferencePage {
  return { html: `<pre>${Object.keys(document)}</pre>`, contentSecurityPolicy: "default-src 'none'" };
}

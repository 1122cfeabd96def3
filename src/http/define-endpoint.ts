import type * as z from 'zod';
import type { ErrorCode } from '../contract/errors.ts';
import type { RawQuery } from '../contract/raw-query.ts';
import type { Scope } from '../contract/scopes.ts';
import type { AuthenticatedKey } from '../keys/authenticate-key.ts';
import type { ReaderBounds } from '../reports/reader-bounds.ts';

/**
 * Who asks: an API key, someone who is signed in to the dashboard, under their own id and address, or whoever has a
 * share link.
 */
export type Caller = Pick<AuthenticatedKey, 'name' | 'scopes' | 'workspaceId' | 'retentionDays'> & {
  id: string;
  /** Of a share link. */
  bounds?: ReaderBounds;
};

/** What an endpoint sees of a request that has passed the gate. */
export type Call<Body = unknown> = {
  key: Caller;
  /** Query and path parameters in one; no endpoint has the same name in both. */
  query: RawQuery;
  body: Body;
  header(name: string): string | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
};

export type EndpointParameter = { in: 'query' | 'path'; schema: z.ZodType; required?: boolean };

/** Rows with the columns that are present in them, and under which name a file of them is saved. */
export type TableAnswer = {
  name: string;
  format: 'json' | 'csv';
  columns: readonly string[];
  result: { data: readonly Readonly<Record<string, unknown>>[] };
};

export type ListPage = { items: readonly unknown[]; nextCursor: string | undefined };

/** One endpoint, declared once: the route, its place in the gate and its page in the API reference. */
export type Endpoint<Body extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to /api/v1, with `:name` for path parameters. */
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description?: string;
  scope: Scope | null;
  /** In the dashboard only owners may call it, because it cannot be undone. A key needs its scope alone. */
  isForOwners?: boolean;
  parameters?: Record<string, EndpointParameter>;
  body?: Body;
  /** 200 unless given. */
  status?: 201;
  /**
   * `data`: in the success envelope. `list`: with pagination. `object`: as it is. `table`: in the success envelope,
   * or as CSV where the request asks for it.
   */
  answer: { kind: 'data' | 'list' | 'object' | 'table'; schema: z.ZodType; example: unknown };
  /** Codes of its own; those of the gate are added to all endpoints. */
  errors: readonly ErrorCode[];
  handle(call: Call<z.output<Body>>): Promise<unknown>;
};

export const tags = {
  Key: 'Who is asking.',
  Websites: 'The websites of the workspace.',
  Reports: 'What happened on a website.',
  Records: 'Send records from a server, and delete them.',
  Persons: 'What is recorded of one person: find, export and erase it.',
  Segments: 'Named filter sets of a website.',
  Annotations: 'Notes at days of the chart, such as deployments.',
  Configuration: 'What was set up in the dashboard.',
} as const;

export type Tag = keyof typeof tags;

// biome-ignore lint/suspicious/noExplicitAny: lists hold endpoints of every body type.
export type AnyEndpoint = Endpoint<any>;

export function defineEndpoint<Body extends z.ZodType = z.ZodType<undefined>>(
  endpoint: Endpoint<Body>,
): AnyEndpoint {
  return endpoint;
}

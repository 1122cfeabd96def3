import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { ApiError } from '../contract/errors.ts';
import { mapYielding } from '../contract/map-yielding.ts';
import type { RawQuery } from '../contract/raw-query.ts';
import type { Scope } from '../contract/scopes.ts';
import { buildList, buildSuccess } from './answers.ts';
import type { Audit } from './audited.ts';
import { buildCsvHead, buildCsvLine } from './csv.ts';
import type { AnyEndpoint, Caller, ListPage, TableAnswer } from './define-endpoint.ts';
import { findAllowedMethods, withBlankSegments } from './paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    reachedEndpoint: boolean;
  }
}

export type EndpointGate = (
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope | null,
  isForOwners?: boolean,
) => Promise<Caller>;

/** Who the callers are, for the audit log. */
export type EndpointAudit = { endpoints: Audit; actorKind: 'person' | 'key' };

/** `prefix` is where `api` is registered; the gate says who is asking, and whether they may. */
export function registerEndpoints(
  api: FastifyInstance,
  prefix: string,
  endpoints: readonly AnyEndpoint[],
  gate: EndpointGate,
  audit?: EndpointAudit,
): void {
  for (const endpoint of endpoints) {
    const blank = buildBlankParameters(endpoint);
    for (const url of withBlankSegments(endpoint.path)) {
      api.route({
        method: endpoint.method,
        url,
        onRequest: async (request, reply) => {
          request.caller = await gate(request, reply, endpoint.scope, endpoint.isForOwners);
        },
        preValidation: async (request) => {
          if (endpoint.body && request.body === undefined) throw new ApiError('invalid_json');
          request.reachedEndpoint = true;
        },
        handler: (request, reply) => answer(endpoint, blank, request, reply, audit),
      });
    }
  }
  api.setNotFoundHandler(
    // The gate goes first, and requests for a missing path or a wrong method are answered without reading their body.
    { preHandler: async () => {} },
    () => {
      throw new ApiError('not_found');
    },
  );
  api.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    request.caller = await gate(request, reply, null);
    request.reachedEndpoint = true;
    const allowed = findAllowedMethods(endpoints, pathBelow(prefix, request.url));
    if (allowed.length === 0) throw new ApiError('not_found');
    reply.header('allow', allowed.join(', '));
    throw new ApiError('method_not_allowed');
  });
}

async function answer(
  endpoint: AnyEndpoint,
  blank: RawQuery,
  request: FastifyRequest,
  reply: FastifyReply,
  audit?: EndpointAudit,
): Promise<unknown> {
  const { caller } = request;
  const query = { ...(request.query as RawQuery), ...blank, ...(request.params as RawQuery) };
  const body = endpoint.body && parseBody(endpoint.body, request.body);
  const run = () =>
    endpoint.handle({
      key: caller,
      query,
      body,
      header: (name) => [request.headers[name]].flat()[0],
      // Created on first use: most endpoints do not ask for it.
      get signal() {
        return request.signal;
      },
    });
  const call = {
    ...{ name: `${endpoint.method} ${endpoint.path}`, request, body },
    params: query as Record<string, string>,
    actor: audit && { kind: audit.actorKind, name: caller.name },
    workspaceId: caller.workspaceId,
  };
  const result = await (audit ? audit.endpoints.around(call, run) : run());
  reply.code(endpoint.status ?? 200);
  switch (endpoint.answer.kind) {
    case 'object':
      return result;
    case 'list':
      return buildList(result as ListPage, request.id);
    case 'data':
      return buildSuccess(result, request.id);
    case 'table':
      return answerTable(result as TableAnswer, request, reply);
  }
}

/** A blank segment of the path is refused, even where the query has a parameter of that name. */
function buildBlankParameters({ path }: AnyEndpoint): RawQuery {
  return Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, undefined]));
}

async function answerTable(
  { name, format, columns, result }: TableAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (format === 'json') return buildSuccess(result, request.id);
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  const lines = await mapYielding(result.data, (row) => buildCsvLine(columns, row));
  return buildCsvHead(columns) + lines.join('');
}

/** The prefix may have parameters, so its segments are counted. */
function pathBelow(prefix: string, url: string): string {
  const segments = url.split('?', 1)[0]?.split('/') ?? [];
  return `/${segments.slice(prefix.split('/').length).join('/')}`;
}

export function parseBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { fieldErrors, formErrors } = z.flattenError(result.error);
  throw new ApiError('invalid_body', { details: { fieldErrors, formErrors } });
}

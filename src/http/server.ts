/**
 * The HTTP surface: one Fastify server, the gate in front of /api/v1, one declaration an endpoint. What lives
 * here: reading requests, writing answers, the API reference. What must not: what the answers say.
 */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { z } from 'zod';
import { ApiError } from '../contract/errors.ts';
import type { AuthenticatedKey } from '../keys/authenticate-key.ts';
import type { RawQuery } from '../reports/raw-query.ts';
import { buildBareError, buildList, buildSuccess } from './answers.ts';
import { buildCsv } from './csv.ts';
import type { AnyEndpoint, ListPage, TableAnswer } from './define-endpoint.ts';
import { answerError } from './error-handler.ts';
import type { Gate } from './gate.ts';
import { findAllowedMethods, withBlankSegments } from './paths.ts';

declare module 'fastify' {
  interface FastifyRequest {
    key: AuthenticatedKey;
    reachedEndpoint: boolean;
  }
}

export const apiPrefix = '/api/v1';
const mostBodyBytes = 1024 * 1024;
// Names of up to 255 characters, each of which may be several bytes, percent-encoded.
const longestPathSegment = 4096;

export type ServerOptions = {
  endpoints: readonly AnyEndpoint[];
  gate: Gate;
  logger: FastifyBaseLogger;
  trustedProxies: readonly string[];
  /** Pages and probes outside the API. */
  registerPages(app: FastifyInstance): void;
};

export function buildServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostBodyBytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // What still arrives while the server closes is served, not refused in a shape that clients do not know.
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestPathSegment },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => answerUnroutable(error, request, reply, options.gate),
  });
  app.decorateRequest('reachedEndpoint', false);
  app.decorateRequest('key');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found');
  });
  // Schemas are checked where they are used; Fastify neither validates nor serialises by them.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  acceptJsonBodies(app);
  options.registerPages(app);
  app.register(async (api) => registerApi(api, options), { prefix: apiPrefix });
  return app;
}

/** What is no HTTP request, or one whose head is too long, reaches no hook: it is answered on the wire. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const refusal = new ApiError(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_url');
  const body = JSON.stringify(buildBareError(refusal));
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The router cannot place a malformed or overlong path, so no hook has run: the gate goes first here too. */
async function answerUnroutable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<void> {
  reply.header('x-request-id', request.id);
  try {
    if (request.url.startsWith(`${apiPrefix}/`)) {
      await gate(request, reply, null);
      request.reachedEndpoint = true;
    }
    answerError(error, request, reply);
  } catch (refusal) {
    answerError(refusal as Error, request, reply);
  }
}

function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('invalid_json'));
    }
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(new ApiError('unsupported_media_type')));
}

function registerApi(api: FastifyInstance, { endpoints, gate }: ServerOptions): void {
  for (const endpoint of endpoints) {
    for (const url of withBlankSegments(endpoint.path)) {
      api.route({
        method: endpoint.method,
        url,
        onRequest: async (request, reply) => {
          request.key = await gate(request, reply, endpoint.scope);
        },
        preValidation: async (request) => {
          if (endpoint.body && request.body === undefined) throw new ApiError('invalid_json');
          request.reachedEndpoint = true;
        },
        handler: (request, reply) => answer(endpoint, request, reply),
      });
    }
  }
  api.setNotFoundHandler(
    // The gate goes first, and neither a missing path nor a wrong method is kept waiting for a body.
    { preHandler: async () => {} },
    () => {
      throw new ApiError('not_found');
    },
  );
  api.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    request.key = await gate(request, reply, null);
    request.reachedEndpoint = true;
    const path = request.url.slice(apiPrefix.length).split('?', 1)[0] ?? '';
    const allowed = findAllowedMethods(endpoints, path);
    if (allowed.length === 0) throw new ApiError('not_found');
    reply.header('allow', allowed.join(', '));
    throw new ApiError('method_not_allowed');
  });
}

async function answer(endpoint: AnyEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const result = await endpoint.handle({
    key: request.key,
    query: { ...(request.query as RawQuery), ...(request.params as RawQuery) },
    body: endpoint.body && parseBody(endpoint.body, request.body),
    header: (name) => [request.headers[name]].flat()[0],
    // Made only where an endpoint asks for it.
    get signal() {
      return request.signal;
    },
  });
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

function answerTable(
  { name, format, columns, result }: TableAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (format === 'json') return buildSuccess(result, request.id);
  reply.type('text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  return buildCsv(columns, result.data);
}

function parseBody<Body extends z.ZodType>(schema: Body, body: unknown): z.output<Body> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const { fieldErrors, formErrors } = z.flattenError(result.error);
  throw new ApiError('invalid_body', { details: { fieldErrors, formErrors } });
}

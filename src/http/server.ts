/**
 * The HTTP surface: one Fastify server, the gate in front of /api/v1, one declaration an endpoint. What lives
 * here: reading requests, writing answers, the API reference. What must not: what the answers say.
 */
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ApiError } from '../contract/errors.ts';
import { parseJson, writeJson } from '../contract/json-text.ts';
import { answerUnreadable } from './answer-unreadable.ts';
import type { Audit } from './audited.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { answerError } from './error-handler.ts';
import type { Gate } from './gate.ts';
import { isForPeople, sendNotFoundPage } from './not-found-page.ts';
import type { OpenRequests } from './open-requests.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { buildSafetyHeaders } from './safety-headers.ts';

export const apiPrefix = '/api/v1';
export const probePath = '/healthz';
const mostBodyBytes = 1024 * 1024;
// Names of up to 255 characters, each of which may be several bytes, percent-encoded.
const longestPathSegment = 4096;
const longestHeadMs = 10_000;
const checkTimeoutsMs = 1_000;

/** Endpoints check their own schemas. Without these, every start would load the compilers that Fastify brings. */
const ownCompilers = {
  buildValidator: () => (() => () => true) as never,
  buildSerializer: () => () => (body: unknown) => JSON.stringify(body),
};

export type ServerOptions = {
  endpoints: readonly AnyEndpoint[];
  gate: Gate;
  audit?: Audit;
  logger: FastifyBaseLogger;
  trustedProxies: readonly string[];
  /** Where people reach the server; undefined where only a request tells its host. */
  publicUrl: string | undefined;
  /** Limits of every connection: for a request to arrive whole, and without a byte in either direction. */
  timeouts: { requestMs: number; idleMs: number };
  requests: OpenRequests;
  isStopping(): boolean;
  /** Pages, probes and all else outside the API. */
  registerPages(app: FastifyInstance): void;
};

export function buildServer(options: ServerOptions): FastifyInstance {
  const sendOwnHeaders = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'x-request-id': request.id, ...buildSafetyHeaders(request.protocol, options.publicUrl) });
  };
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: mostBodyBytes,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    // A hook of ours refuses requests while the server stops, in the error format that clients know.
    return503OnClosing: false,
    connectionTimeout: options.timeouts.idleMs,
    requestTimeout: options.timeouts.requestMs,
    http: {
      headersTimeout: Math.min(longestHeadMs, options.timeouts.requestMs),
      connectionsCheckingInterval: checkTimeoutsMs,
    },
    routerOptions: { maxParamLength: longestPathSegment },
    schemaController: { compilersFactory: ownCompilers },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options.publicUrl),
    frameworkErrors: (error, request, reply) => {
      sendOwnHeaders(request, reply);
      return answerUnroutable(error, request, reply, options.gate);
    },
  });
  app.decorateRequest('reachedEndpoint', false);
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request, reply) => {
    sendOwnHeaders(request, reply);
    refuseSeveralHosts(request, reply);
    if (request.routeOptions.url === probePath) return;
    if (options.isStopping()) refuseLate(request, reply);
    options.requests.add(reply.raw);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    if (isForPeople(request)) return sendNotFoundPage(reply);
    throw new ApiError('not_found');
  });
  app.setReplySerializer(writeJson);
  acceptJsonBodies(app);
  options.registerPages(app);
  const { endpoints, gate } = options;
  const audit = options.audit && { endpoints: options.audit, actorKind: 'key' as const };
  app.register(async (api) => registerEndpoints(api, apiPrefix, endpoints, gate, audit), {
    prefix: apiPrefix,
  });
  return app;
}

/** Refuses several Host headers: Node takes the first and a proxy may have checked the last. */
function refuseSeveralHosts({ raw }: FastifyRequest, reply: FastifyReply): void {
  const names = raw.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (names.length < 2) return;
  reply.header('connection', 'close');
  throw new ApiError('invalid_host');
}

function refuseLate(request: FastifyRequest, reply: FastifyReply): never {
  reply.header('connection', 'close');
  request.reachedEndpoint = true;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  throw new ApiError(isRead ? 'upstream_unavailable' : 'ingest_unavailable', {
    message: 'The server is stopping, and nothing was recorded. Try again shortly.',
  });
}

/** The router cannot place a malformed or overlong path and runs no hook, so the gate is called here. */
async function answerUnroutable(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
  gate: Gate,
): Promise<void> {
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
      done(null, parseJson(body as string));
    } catch {
      done(new ApiError('invalid_json'));
    }
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(new ApiError('unsupported_media_type')));
}

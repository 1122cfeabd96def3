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
import { ApiError } from '../contract/errors.ts';
import { buildBareError } from './answers.ts';
import type { AnyEndpoint } from './define-endpoint.ts';
import { answerError } from './error-handler.ts';
import type { Gate } from './gate.ts';
import { registerEndpoints } from './register-endpoints.ts';
import { buildSafetyHeaders } from './safety-headers.ts';

export const apiPrefix = '/api/v1';
const mostBodyBytes = 1024 * 1024;
// Names of up to 255 characters, each of which may be several bytes, percent-encoded.
const longestPathSegment = 4096;

export type ServerOptions = {
  endpoints: readonly AnyEndpoint[];
  gate: Gate;
  logger: FastifyBaseLogger;
  trustedProxies: readonly string[];
  /** Where people reach the server; undefined where only a request tells. */
  publicUrl: string | undefined;
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
    // What still arrives while the server closes is served, not refused in a shape that clients do not know.
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestPathSegment },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options.publicUrl),
    frameworkErrors: (error, request, reply) => {
      sendOwnHeaders(request, reply);
      return answerUnroutable(error, request, reply, options.gate);
    },
  });
  app.decorateRequest('reachedEndpoint', false);
  app.decorateRequest('caller');
  app.addHook('onRequest', async (request, reply) => sendOwnHeaders(request, reply));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found');
  });
  // Schemas are checked where they are used; Fastify neither validates nor serialises by them.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  acceptJsonBodies(app);
  options.registerPages(app);
  const { endpoints, gate } = options;
  app.register(async (api) => registerEndpoints(api, apiPrefix, endpoints, gate), { prefix: apiPrefix });
  return app;
}

/** What is no HTTP request, or one whose head is too long, reaches no hook: it is answered on the wire. */
function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string | undefined,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const refusal = new ApiError(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_url');
  const body = JSON.stringify(buildBareError(refusal));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...buildSafetyHeaders('http', publicUrl),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
}

/** The router cannot place a malformed or overlong path, so no hook has run: the gate goes first here too. */
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
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('invalid_json'));
    }
  });
  app.addContentTypeParser('*', (_request, _payload, done) => done(new ApiError('unsupported_media_type')));
}

/**
 * Every address that the server answers, read from the server itself, with what each declares to take. A new route is
 * among them as soon as it is registered.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { pino } from 'pino';
import type * as z from 'zod';
import { buildEndpoints, buildHttp, type HttpParts } from '../../src/build-http.ts';
import { parseConfig } from '../../src/config.ts';
import { systemClock } from '../../src/contract/clock.ts';
import type { AppParts } from '../../src/http/app/app-parts.ts';
import { buildAppRoutes } from '../../src/http/app/build-app-routes.ts';
import type { AnyRoute } from '../../src/http/app/define-route.ts';
import { badgeQuery } from '../../src/http/badge/badge-question.ts';
import type { AnyEndpoint, EndpointParameter } from '../../src/http/define-endpoint.ts';
import { buildDashboardReportEndpoints, buildReportEndpoints } from '../../src/http/endpoints/reports.ts';
import { buildJsonSchema, type JsonSchema } from '../../src/http/openapi/json-schema.ts';
import { withBlankSegments } from '../../src/http/paths.ts';
import { apiPrefix } from '../../src/http/server.ts';
import { messageFields } from '../../src/ingest/collect/message.ts';
import type { ReportRunner } from '../../src/reports/run-report.ts';

/** With what a request is let in: an API key, a sign-in, or the address alone. */
export type Door = 'key' | 'sign-in' | 'none';

export type Target = {
  method: string;
  /** Whole, with `:name` and `*` for what a request fills in. */
  path: string;
  door: Door;
  query: Record<string, JsonSchema>;
  /** Of the names in the path, as far as they are declared. */
  segments: Record<string, JsonSchema>;
  required: readonly string[];
  body: JsonSchema | undefined;
  /** Of the API, at whichever of its three prefixes: its answers have a schema. */
  endpoint: AnyEndpoint | undefined;
};

type Declared = Omit<Target, 'method' | 'path'>;

/** Nothing is called, so that no parts are needed. */
const parts = {
  config: parseConfig({}),
  clock: systemClock,
  log: pino({ level: 'silent' }),
  jobs: { scheduler: {} },
  spool: {},
  backlog: {},
} as unknown as HttpParts;
const runner = {} as ReportRunner;

const endpoints = buildEndpoints(parts, runner);
const ofDashboard = buildDashboardReportEndpoints(runner);
const workspacePrefix = '/app/workspaces/:workspaceId';
const sharePrefix = '/app/share/:token';

export const allEndpoints: readonly AnyEndpoint[] = [...endpoints, ...ofDashboard];

export async function listTargets(): Promise<Target[]> {
  const declared = new Map<string, Declared>([
    ...endpoints.flatMap((each) => declareEndpoint(apiPrefix, 'key', each)),
    ...allEndpoints.flatMap((each) => declareEndpoint(`${workspacePrefix}/api`, 'sign-in', each)),
    ...[...buildReportEndpoints(runner), ...ofDashboard].flatMap((each) =>
      declareEndpoint(`${sharePrefix}/api`, 'none', each),
    ),
    ...buildAppRoutes({} as AppParts).map(declareRoute),
    ...declareOthers(),
  ]);
  return (await listRegistered()).map(({ method, path }) => {
    const found = declared.get(`${method} ${path}`);
    if (found === undefined && /^\/(app|api)\//.test(path) && !undeclared.has(path)) {
      throw new Error(
        `${method} ${path} is registered, but none of the declarations that are fuzzed has it.`,
      );
    }
    return { method, path, ...(found ?? nothing) };
  });
}

const undeclared: ReadonlySet<string> = new Set([`${apiPrefix}/openapi.json`]);

const nothing: Declared = {
  door: 'none',
  query: {},
  segments: {},
  required: [],
  body: undefined,
  endpoint: undefined,
};

function declareEndpoint(prefix: string, door: Door, endpoint: AnyEndpoint): [string, Declared][] {
  const parameters = Object.entries(endpoint.parameters ?? {});
  const describeAll = (place: EndpointParameter['in']) =>
    Object.fromEntries(
      parameters
        .filter(([, each]) => each.in === place)
        .map(([name, { schema }]) => [name, buildJsonSchema(schema, 'input')]),
    );
  const declared: Declared = {
    door,
    query: describeAll('query'),
    segments: describeAll('path'),
    required: parameters.filter(([, each]) => each.in === 'query' && each.required).map(([name]) => name),
    body: describeBody(endpoint.body),
    endpoint,
  };
  return withBlankSegments(endpoint.path).map((path) => [`${endpoint.method} ${prefix}${path}`, declared]);
}

/** What these read of the query they declare nowhere; a request gives it names of other routes. */
function declareRoute({ method, path, access, body }: AnyRoute): [string, Declared] {
  const isOpen = access === 'public' || access === 'share';
  const prefix = access === 'share' ? sharePrefix : workspacePrefix;
  const at = access === 'public' || access === 'signed-in' ? `/app${path}` : prefix + path;
  return [`${method} ${at}`, { ...nothing, door: isOpen ? 'none' : 'sign-in', body: describeBody(body) }];
}

function declareOthers(): [string, Declared][] {
  const { properties: query = {} } = buildJsonSchema(badgeQuery, 'input');
  return [
    ['GET /badge/:websiteId.svg', { ...nothing, query }],
    ['GET /counter/:websiteId.svg', { ...nothing, query }],
    ['POST /collect', { ...nothing, body: describeBody(messageFields) }],
  ];
}

function describeBody(schema: z.ZodType | undefined): JsonSchema | undefined {
  return schema && buildJsonSchema(schema, 'input');
}

async function listRegistered(): Promise<{ method: string; path: string }[]> {
  const registered: { method: string; path: string }[] = [];
  const listen = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route: RouteOptions) => {
      for (const method of [route.method].flat()) registered.push({ method, path: route.url });
    });
  };
  subscribe('fastify.initialization', listen);
  try {
    const { server } = buildHttp(parts);
    await server.ready();
    await server.close();
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
  return registered.filter(({ method }) => method !== 'HEAD');
}

/**
 * What the dashboard asks: routes under /app, each with who may call it, and the endpoints of the API once more
 * behind a sign-in instead of a key. What lives here: cookies, origins, roles. What must not: any number that the
 * API does not answer too.
 */
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../contract/errors.ts';
import type { RawQuery } from '../../contract/raw-query.ts';
import { ControlError } from '../../store/control/control-error.ts';
import type { SignIn } from '../../users/find-sign-in.ts';
import type { Membership } from '../../users/memberships.ts';
import type { Audit } from '../audited.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { type EndpointGate, parseBody, registerEndpoints } from '../register-endpoints.ts';
import type { AnyRoute } from './define-route.ts';
import { createOriginCheck } from './same-origin.ts';
import type { OpenShareLink, ShareGate } from './share-gate.ts';
import type { SignInGate } from './sign-in-gate.ts';

export type AppOptions = {
  routes: readonly AnyRoute[];
  endpoints: readonly AnyEndpoint[];
  gate: SignInGate;
  /** Where people reach the dashboard; undefined where only a request tells. */
  publicUrl: string | undefined;
  /** What a share link can ask: reports alone, within its bounds. */
  sharedEndpoints: readonly AnyEndpoint[];
  shareGate: ShareGate;
  audit: { routes: Audit; endpoints: Audit };
};

type Gates = Pick<AppOptions, 'gate' | 'shareGate' | 'audit'>;

const appPrefix = '/app';
const workspacePath = '/workspaces/:workspaceId';
const sharePath = '/share/:token';

export function registerApp(app: FastifyInstance, options: AppOptions): void {
  const { routes, endpoints, gate, sharedEndpoints, shareGate } = options;
  const refuseForeignOrigin = createOriginCheck(options.publicUrl);
  app.register(
    async (scope) => {
      await scope.register(cookie);
      scope.addHook('onRequest', async (request) => refuseForeignOrigin(request));
      scope.setNotFoundHandler(() => {
        throw new ApiError('not_found');
      });
      for (const route of routes) registerRoute(scope, route, options);
      const register = (prefix: string, list: readonly AnyEndpoint[], endpointGate: EndpointGate) =>
        scope.register(
          async (api) =>
            registerEndpoints(api, appPrefix + prefix, list, endpointGate, {
              ...options.audit,
              actorKind: 'person',
            }),
          { prefix },
        );
      register(`${workspacePath}/api`, endpoints, gate.endpoints);
      register(`${sharePath}/api`, sharedEndpoints, shareGate.endpoints);
    },
    { prefix: appPrefix },
  );
}

type Admitted = { signIn?: SignIn | undefined; workspace?: Membership; link?: OpenShareLink };

/** The gate goes before the body is read. */
function registerRoute(scope: FastifyInstance, route: AnyRoute, gates: Gates): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  scope.route({
    method: route.method,
    exposeHeadRoute: false,
    url: pathOf(route),
    onRequest: async (request) => {
      admitted.set(request, await admit(request, route, gates));
    },
    handler: (request, reply) => answer(route, request, reply, admitted.get(request), gates.audit.routes),
  });
}

function pathOf({ access, path }: AnyRoute): string {
  if (access === 'public' || access === 'signed-in') return path;
  return (access === 'share' ? sharePath : workspacePath) + path;
}

async function admit(
  request: FastifyRequest,
  { access }: AnyRoute,
  { gate, shareGate }: Gates,
): Promise<Admitted> {
  if (access === 'public') return { signIn: await gate.find(request) };
  if (access === 'share') return { link: await shareGate.require(request) };
  const signIn = await gate.require(request);
  if (access === 'signed-in') return { signIn };
  const { workspaceId } = request.params as { workspaceId: string };
  return { signIn, workspace: await gate.requireRole(signIn, workspaceId, access) };
}

async function answer(
  route: AnyRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  admitted: Admitted | undefined,
  audit: Audit,
): Promise<unknown> {
  if (route.body && request.body === undefined) throw new ApiError('invalid_json');
  const body = route.body && parseBody(route.body, request.body);
  reply.code(route.status ?? 200);
  try {
    const params = request.params as Record<string, string>;
    const query = request.query as RawQuery;
    const { signIn, workspace } = admitted ?? {};
    const call = {
      ...{ name: `${route.method} ${route.path}`, request, params, body },
      actor:
        signIn && route.path !== '/sign-in' ? { kind: 'person' as const, name: signIn.email } : undefined,
      workspaceId: workspace?.id,
    };
    const run = () => route.handle({ ...admitted, body, params, query, request, reply });
    return (await audit.around(call, run)) ?? {};
  } catch (error) {
    throw error instanceof ControlError ? toApiError(error) : error;
  }
}

/** Refusals of the verbs are sentences for the operator, and are shown as they are. */
function toApiError(error: ControlError): unknown {
  switch (error.code) {
    case 'invalid_value':
    case 'unusable_domain':
    case 'nul_in_text': {
      const details = { fieldErrors: {}, formErrors: [error.message] };
      return new ApiError('invalid_body', { message: error.message, details });
    }
    case 'duplicate_member':
      return new ApiError('already_a_member');
    case 'unknown_key':
    case 'unknown_workspace':
      return new ApiError('not_found');
    default:
      return error;
  }
}

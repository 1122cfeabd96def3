import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import type { MinuteCounter } from '../../limits/minute-counter.ts';
import type { Control } from '../../store/control/open-control.ts';
import type { Role } from '../../store/control/schema.ts';
import { findSignIn, type SignIn } from '../../users/find-sign-in.ts';
import { findMembership, type Membership } from '../../users/memberships.ts';
import type { EndpointGate } from '../register-endpoints.ts';
import type { Cookies } from './cookies.ts';

/** Who is asking, by the cookie, and what they may do in the workspace that the address names. */
export type SignInGate = {
  find(request: FastifyRequest): Promise<SignIn | undefined>;
  require(request: FastifyRequest): Promise<SignIn>;
  requireRole(signIn: SignIn, workspaceId: string, role: Role): Promise<Membership>;
  /** In front of the endpoints of the API. */
  endpoints: EndpointGate;
};

const ranks: Record<Role, number> = { viewer: 0, member: 1, owner: 2 };

const scopesOf: Record<Role, Scope[]> = {
  viewer: ['pixel:read'],
  member: ['pixel:read', 'pixel:write'],
  owner: ['pixel:read', 'pixel:write'],
};

/** `requests` counts by person, over all their sign-ins. */
export function createSignInGate(
  control: Control,
  clock: Clock,
  { signIn: cookie }: Cookies,
  requests: MinuteCounter,
): SignInGate {
  async function find(request: FastifyRequest): Promise<SignIn | undefined> {
    const token = cookie.find(request);
    const signIn = token === undefined ? undefined : await findSignIn(control, token, clock());
    if (signIn !== undefined) requests.count(signIn.userId);
    return signIn;
  }

  async function require(request: FastifyRequest): Promise<SignIn> {
    const signIn = await find(request);
    if (signIn === undefined) throw new ApiError('not_signed_in');
    return signIn;
  }

  async function requireRole(signIn: SignIn, workspaceId: string, role: Role): Promise<Membership> {
    const membership = await findMembership(control, signIn.userId, workspaceId);
    if (membership === undefined) {
      throw new ApiError('forbidden', { message: 'You do not belong to this workspace.' });
    }
    if (ranks[membership.role] < ranks[role]) {
      throw new ApiError('insufficient_role', { details: { required: role, role: membership.role } });
    }
    return membership;
  }

  return {
    find,
    require,
    requireRole,
    async endpoints(request, _reply, scope, isForOwners) {
      const signIn = await require(request);
      const { workspaceId } = request.params as { workspaceId: string };
      const needed = isForOwners ? 'owner' : scope === 'pixel:write' ? 'member' : 'viewer';
      const { id, role, retentionDays } = await requireRole(signIn, workspaceId, needed);
      return {
        id: signIn.userId,
        name: signIn.email,
        scopes: scopesOf[role],
        workspaceId: id,
        retentionDays,
      };
    },
  };
}

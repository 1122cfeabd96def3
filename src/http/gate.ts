import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import type { Scope } from '../contract/scopes.ts';
import { type AuthenticatedKey, createKeyAuthenticator } from '../keys/authenticate-key.ts';
import { touchKey } from '../keys/touch-key.ts';
import type { RequestCount, RequestCounter } from '../limits/request-counter.ts';
import type { Control } from '../store/control/open-control.ts';

/**
 * What every request passes before its endpoint, in this order (contract §2): key, count, scope, limit.
 * The body comes after; up to there errors carry neither `status` nor `meta`.
 */
export type Gate = (
  request: FastifyRequest,
  reply: FastifyReply,
  scope: Scope | null,
) => Promise<AuthenticatedKey>;

const bearer = /^Bearer ([^\s]+)$/;
const pathWithOwnCode = '/api/v1/me';

export function createGate(control: Control, countRequest: RequestCounter, clock: Clock): Gate {
  const authenticateKey = createKeyAuthenticator(control, clock);

  async function requireKey(request: FastifyRequest): Promise<AuthenticatedKey> {
    const header = request.headers.authorization;
    if (header === undefined) {
      const path = request.url.split('?', 1)[0];
      throw new ApiError(path === pathWithOwnCode ? 'missing_authorization' : 'not_authenticated');
    }
    const presented = bearer.exec(header)?.[1];
    if (presented === undefined) throw new ApiError('invalid_authorization_format');
    const check = await authenticateKey(presented);
    if (!check.ok) throw new ApiError(check.code);
    touchKey(control, check.key.id, clock());
    return check.key;
  }

  return async (request, reply, scope) => {
    const key = await requireKey(request);
    const count = await countRequest(key.workspaceId, key.rateLimit);
    reply.headers({
      'x-ratelimit-limit': count.limit,
      'x-ratelimit-remaining': count.remaining,
      'x-ratelimit-reset': count.resetAtSeconds,
    });
    requireScope(key, scope);
    requireRoom(count);
    return key;
  };
}

function requireScope(key: AuthenticatedKey, scope: Scope | null): void {
  if (scope === null || key.scopes.includes(scope)) return;
  throw new ApiError('insufficient_scope', { details: { required: scope, available: key.scopes } });
}

function requireRoom(count: RequestCount): void {
  if (count.allowed) return;
  throw new ApiError('rate_limit_exceeded', {
    details: { limit: count.limit, window: '1 minute', retryAfter: count.retryAfterSeconds },
  });
}

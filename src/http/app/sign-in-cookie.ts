import type { FastifyReply, FastifyRequest } from 'fastify';
import { signInMs } from '../../users/create-sign-in.ts';

export const cookieName = 'footfall_sign_in';

function attributesFor(request: FastifyRequest) {
  // Behind a trusted proxy the protocol is the one that the browser used; behind any other the page tells it.
  const secure = request.protocol === 'https' || request.headers.origin?.startsWith('https:') === true;
  return { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
}

export function sendCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName, token, { ...attributesFor(request), maxAge: signInMs / 1000 });
}

export function clearCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName, attributesFor(request));
}

export function findToken(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName];
}

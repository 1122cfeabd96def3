import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { RawQuery } from '../../contract/raw-query.ts';
import type { Role } from '../../store/control/schema.ts';
import type { SignIn } from '../../users/find-sign-in.ts';
import type { Membership } from '../../users/memberships.ts';
import type { OpenShareLink } from './share-gate.ts';

/**
 * Who may call a route of the dashboard. It cannot be left out, and what a handler gets follows from it: only one
 * that names a role is told a workspace. A role stands for itself and those above it: viewer, member, owner. `share`
 * is whoever has a share link: its handler is told the link, and nothing of who is signed in.
 */
export type Access = 'public' | 'signed-in' | 'share' | Role;

type AnyCall<Body> = {
  body: Body;
  params: Readonly<Record<string, string>>;
  query: RawQuery;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type PublicCall<Body = unknown> = AnyCall<Body> & { signIn: SignIn | undefined };
export type SignedInCall<Body = unknown> = AnyCall<Body> & { signIn: SignIn };
/** `workspace` is the caller's own, by the address of the route. */
export type MemberCall<Body = unknown> = SignedInCall<Body> & { workspace: Membership };
export type ShareCall<Body = unknown> = AnyCall<Body> & { link: OpenShareLink };

type CallOf<Allowed extends Access, Body> = Allowed extends 'public'
  ? PublicCall<Body>
  : Allowed extends 'signed-in'
    ? SignedInCall<Body>
    : Allowed extends 'share'
      ? ShareCall<Body>
      : MemberCall<Body>;

export type Route<Allowed extends Access, Body extends z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /app; for a role below /app/workspaces/:workspaceId, for a link below /app/share/:token. */
  path: string;
  access: Allowed;
  body?: Body;
  /** 200 unless given. */
  status?: 201 | 202;
  /** What is answered as JSON; nothing is `{}`. */
  handle(call: CallOf<Allowed, z.output<Body>>): Promise<unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: lists hold routes of every body type and access.
export type AnyRoute = Omit<Route<Access, any>, 'handle'> & { handle(call: any): Promise<unknown> };

export function defineRoute<Allowed extends Access, Body extends z.ZodType = z.ZodType<undefined>>(
  route: Route<Allowed, Body>,
): AnyRoute {
  return route;
}

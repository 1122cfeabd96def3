import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { recordAudit } from '../../audit/record-audit.ts';
import { presentedEmail } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { type CheckedUser, findUserByPassword } from '../../users/check-password.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { endSignIn } from '../../users/end-sign-ins.ts';
import { findRememberedBrowser } from '../../users/remembered-browser.ts';
import { takeCode } from '../../users/totp.ts';
import type { AppParts } from './app-parts.ts';
import { presentedPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { describeBrowser } from './describe-browser.ts';
import { letIn } from './let-in.ts';

const body = z.object({
  email: presentedEmail,
  password: presentedPassword,
  code: z.string().max(64).optional(),
});

export function buildSignInRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, findCountry, cookies } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/sign-in',
      access: 'public',
      body,
      async handle({ signIn, body: given, request, reply }) {
        const { id: userId } = await requireUser(parts, given, request);
        // This answer deletes the cookie.
        if (signIn !== undefined) await endSignIn(control, signIn.userId, signIn.id);
        const facts = describeBrowser(request, findCountry);
        const token = await createSignIn(control, userId, facts, clock());
        await letIn(parts, request, reply, { userId, token });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/sign-out',
      access: 'public',
      async handle({ signIn, request, reply }) {
        if (signIn !== undefined) await endSignIn(control, signIn.userId, signIn.id);
        cookies.signIn.clear(request, reply);
      },
    }),
  ];
}

async function requireUser(
  parts: AppParts,
  { email, password, code }: z.output<typeof body>,
  request: FastifyRequest,
): Promise<CheckedUser> {
  const { control, clock, attempts } = parts;
  const subjects = await findSubjects(parts, email, request);
  await attempts.begin(subjects);
  const user = await findUserByPassword(control, email, password);
  if (user === undefined) {
    await noteFailure(parts, email, request);
    throw new ApiError('invalid_credentials');
  }
  if (user.totpSecret !== null) {
    if (code === undefined || code.trim() === '') {
      await attempts.takeBack(subjects);
      throw new ApiError('totp_required');
    }
    const isRight = await takeCode(control, user.id, user.totpSecret, code, clock());
    if (!isRight) {
      await noteFailure(parts, email, request);
      throw new ApiError('invalid_totp');
    }
  }
  await attempts.succeed(subjects);
  return user;
}

/** Done whether there is such a person or not, so that the time of the answer does not tell. */
async function noteFailure(
  { control, clock }: AppParts,
  email: string,
  { ip }: FastifyRequest,
): Promise<void> {
  const actor = { kind: 'nobody', name: email, address: ip } as const;
  await recordAudit(control, { workspaceId: null, actor, action: 'sign_in_failed', subject: '' }, clock());
}

/** A browser that its person signed in with before is counted by itself, so that strangers cannot make it wait. */
async function findSubjects(
  { control, cookies }: AppParts,
  email: string,
  request: FastifyRequest,
): Promise<Subject[]> {
  const token = cookies.device.find(request);
  const device = token === undefined ? undefined : await findRememberedBrowser(control, email, token);
  if (device !== undefined) return [{ kind: 'device', email, device }];
  const address = request.ip;
  return [
    { kind: 'network', address },
    { kind: 'pair', email, address },
    { kind: 'account', email },
  ];
}

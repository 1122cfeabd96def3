import { encode } from 'uqr';
import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { changePassword } from '../../users/change-password.ts';
import { findUserByPassword } from '../../users/check-password.ts';
import { endSignIn, endSignIns } from '../../users/end-sign-ins.ts';
import type { SignIn } from '../../users/find-sign-in.ts';
import { listSignIns } from '../../users/list-sign-ins.ts';
import { confirmTotp, startTotp, turnOffTotp } from '../../users/totp.ts';
import type { AppParts } from './app-parts.ts';
import { newPassword, presentedPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { sendRemembered } from './let-in.ts';

/** What a person does with their own account. */
export function buildAccountRoutes(parts: AppParts): AnyRoute[] {
  return [...buildOwnSignInRoutes(parts), ...buildSecretRoutes(parts)];
}

function buildOwnSignInRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/sign-ins',
      access: 'signed-in',
      handle: ({ signIn }) => listSignIns(control, signIn, clock()),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/sign-ins',
      access: 'signed-in',
      handle: ({ signIn }) => endSignIns(control, signIn.userId, signIn.id),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/sign-ins/:id',
      access: 'signed-in',
      async handle({ signIn, params }) {
        if (!(await endSignIn(control, signIn.userId, params.id ?? ''))) throw new ApiError('not_found');
      },
    }),
  ];
}

function buildSecretRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, attempts } = parts;

  /**
   * Attempts are counted per sign-in: whoever found an open browser cannot guess on, and nobody else can lock its
   * person out.
   */
  async function requirePassword({ id, email }: SignIn, password: string): Promise<void> {
    const subjects: Subject[] = [{ kind: 'signed-in', email, signInId: id }];
    await attempts.begin(subjects);
    const user = await findUserByPassword(control, email, password);
    if (user === undefined) throw new ApiError('wrong_password');
    await attempts.succeed(subjects);
  }

  return [
    defineRoute({
      method: 'POST',
      path: '/password',
      access: 'signed-in',
      body: z.object({ current: presentedPassword, next: newPassword }),
      async handle({ signIn, body, request, reply }) {
        await requirePassword(signIn, body.current);
        await changePassword(control, signIn.userId, body.next, signIn.id);
        await attempts.forgive(signIn.email);
        await sendRemembered(parts, request, reply, signIn.userId);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/totp',
      access: 'signed-in',
      body: z.object({ password: presentedPassword }),
      async handle({ signIn, body }) {
        await requirePassword(signIn, body.password);
        const { secret, uri } = await startTotp(control, signIn);
        return { secret, uri, qr: buildQr(uri) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/totp/confirm',
      access: 'signed-in',
      body: z.object({ code: z.string().max(64) }),
      handle: async ({ signIn, body }) => ({
        recoveryCodes: await confirmTotp(control, signIn.userId, body.code, clock()),
      }),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/totp',
      access: 'signed-in',
      body: z.object({ password: presentedPassword }),
      async handle({ signIn, body }) {
        await requirePassword(signIn, body.password);
        await turnOffTotp(control, signIn.userId);
      },
    }),
  ];
}

/** A square of `size` units; the path draws its dark modules. */
function buildQr(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: squares.join(''), size };
}

import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { createPasswordReset, findUserByEmail, resetPassword } from '../../users/password-resets.ts';
import type { AppParts } from './app-parts.ts';
import { newPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { clearCookie } from './sign-in-cookie.ts';

export function buildPasswordResetRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/password-resets',
      access: 'public',
      status: 202,
      body: z.object({ email: z.string().max(254) }),
      async handle({ body, request }) {
        // The answer is the same whether there is such a person, and whether they asked too often.
        await mailLink(parts, body.email, request.ip).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/password-resets/:token',
      access: 'public',
      body: z.object({ password: newPassword }),
      async handle({ body, params, request, reply }) {
        await resetPassword(control, params.token ?? '', body.password, clock());
        clearCookie(request, reply);
      },
    }),
  ];
}

async function mailLink(
  { control, clock, attempts, mail, publicUrl }: AppParts,
  email: string,
  address: string,
): Promise<void> {
  if (mail === undefined || publicUrl === undefined) return;
  await attempts.begin([
    { kind: 'address', name: address },
    { kind: 'reset', name: email },
  ]);
  const user = await findUserByEmail(control, email);
  if (user === undefined) return;
  const token = await createPasswordReset(control, user.id, clock());
  mail.send({
    to: user.email,
    subject: 'Your password for Footfall',
    text: [
      'Someone asked to set a new password for your account. Within an hour you can do so here:',
      `${publicUrl}/reset/${token}`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ].join('\n\n'),
  });
}

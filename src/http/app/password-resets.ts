import * as z from 'zod';
import { presentedEmail } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import { createPasswordReset, findUserByEmail, resetPassword } from '../../users/password-resets.ts';
import type { AppParts } from './app-parts.ts';
import { newPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { sendRemembered } from './let-in.ts';

export function buildPasswordResetRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, attempts, cookies } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/password-resets',
      access: 'public',
      status: 202,
      body: z.object({ email: presentedEmail }),
      async handle({ body, request }) {
        // Neither the answer nor its time tells whether there is such a person, or whether they asked too often.
        void mailLink(parts, body.email, request.ip).catch((error: unknown) => {
          if (!(error instanceof ApiError)) request.log.error({ err: error }, 'a reset was not prepared');
        });
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/password-resets/:token',
      access: 'public',
      body: z.object({ password: newPassword }),
      async handle({ body, params, request, reply }) {
        const user = await resetPassword(control, params.token ?? '', body.password, clock());
        await attempts.forgive(user.email);
        cookies.signIn.clear(request, reply);
        await sendRemembered(parts, request, reply, user.userId);
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
    { kind: 'network', address },
    { kind: 'reset', email },
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

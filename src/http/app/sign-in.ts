import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { findUserByPassword } from '../../users/check-password.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { endSignIn } from '../../users/end-sign-ins.ts';
import type { AppParts } from './app-parts.ts';
import { presentedPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { describeBrowser } from './describe-browser.ts';
import { clearCookie, sendCookie } from './sign-in-cookie.ts';

const body = z.object({
  email: z.string().max(254),
  password: presentedPassword,
  code: z.string().max(64).optional(),
});

export function buildSignInRoutes({ control, clock, attempts, findCountry }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/sign-in',
      access: 'public',
      body,
      async handle({ body: given, request, reply }) {
        const subjects: Subject[] = [
          { kind: 'address', name: request.ip },
          { kind: 'email', name: given.email },
        ];
        await attempts.begin(subjects);
        const user = await findUserByPassword(control, given.email, given.password);
        if (user === undefined) throw new ApiError('invalid_credentials');
        await attempts.succeed(subjects);
        const facts = describeBrowser(request, findCountry);
        sendCookie(request, reply, await createSignIn(control, user.id, facts, clock()));
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/sign-out',
      access: 'public',
      async handle({ signIn, request, reply }) {
        if (signIn !== undefined) await endSignIn(control, signIn.userId, signIn.id);
        clearCookie(request, reply);
      },
    }),
  ];
}

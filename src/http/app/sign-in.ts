import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { type CheckedUser, findUserByPassword } from '../../users/check-password.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { endSignIn } from '../../users/end-sign-ins.ts';
import { takeCode } from '../../users/totp.ts';
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

export function buildSignInRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, findCountry } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/sign-in',
      access: 'public',
      body,
      async handle({ body: given, request, reply }) {
        const user = await requireUser(parts, given, request.ip);
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

async function requireUser(
  { control, clock, attempts }: AppParts,
  { email, password, code }: z.output<typeof body>,
  address: string,
): Promise<CheckedUser> {
  const subjects: Subject[] = [
    { kind: 'address', name: address },
    { kind: 'email', name: email },
  ];
  await attempts.begin(subjects);
  const user = await findUserByPassword(control, email, password);
  if (user === undefined) throw new ApiError('invalid_credentials');
  if (user.totpSecret !== null) {
    if (code === undefined || code.trim() === '') {
      await attempts.takeBack(subjects);
      throw new ApiError('totp_required');
    }
    const isRight = await takeCode(control, user.id, user.totpSecret, code, clock());
    if (!isRight) throw new ApiError('invalid_totp');
  }
  await attempts.succeed(subjects);
  return user;
}

import * as z from 'zod';
import { emailText } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Subject } from '../../limits/attempt-counter.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import { addMember, insertUser } from '../../users/add-member.ts';
import type { SignIn } from '../../users/find-sign-in.ts';
import { claimInvitation, requireInvitation, takeInvitation } from '../../users/invitations.ts';
import { hashPassword } from '../../users/password.ts';
import type { AppParts } from './app-parts.ts';
import { newPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const signUp = z.object({ email: emailText, password: newPassword });

/** What the link of an invitation leads to: an account, where there is none yet, and then the workspace. */
export function buildJoiningRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock } = parts;
  return [
    defineRoute({
      method: 'GET',
      path: '/invitations/:token',
      access: 'public',
      async handle({ params }) {
        const invitation = await requireInvitation(control, params.token ?? '', clock());
        const { workspaceName, role, email } = invitation;
        return { workspaceName, role, email };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/invitations/:token/account',
      access: 'public',
      body: signUp,
      async handle({ params: { token = '' }, body, request }) {
        await requireInvitation(control, token, clock());
        const network: Subject = { kind: 'network', address: request.ip };
        await parts.attempts.begin([network, { kind: 'invitation', token }]);
        await makeAccount(parts, token, body);
        await parts.attempts.takeBack([network]);
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/invitations/:token',
      access: 'signed-in',
      handle: ({ signIn, params: { token = '' } }) => join(parts, token, signIn),
    }),
  ];
}

/**
 * The answer and the work are the same whether there is an account with this address or not. An account that exists
 * stays as it is; only a sign-in tells whether the password opens it.
 */
async function makeAccount(
  { control, clock }: AppParts,
  token: string,
  { email, password }: z.output<typeof signUp>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const now = clock();
  await inTransaction(control, async (inside) => {
    if (!(await claimInvitation(inside, token, email, now))) throw new ApiError('other_recipient');
    await insertUser(inside, { email, passwordHash }, now);
  });
}

async function join(
  { control, clock }: AppParts,
  token: string,
  { userId, email }: SignIn,
): Promise<{ workspaceId: string }> {
  const now = clock();
  const { workspaceId, role, email: recipient } = await requireInvitation(control, token, now);
  if (recipient !== null && recipient !== email) throw new ApiError('other_recipient');
  await inTransaction(control, async (inside) => {
    await takeInvitation(inside, token, now);
    await addMember(inside, { userId, workspaceId, role }, now);
  });
  return { workspaceId };
}

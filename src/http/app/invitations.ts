import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { UserId } from '../../contract/ids.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import type { Control } from '../../store/control/open-control.ts';
import { addMember, insertUser } from '../../users/add-member.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { parseEmail } from '../../users/email.ts';
import type { SignIn } from '../../users/find-sign-in.ts';
import { holdOwner } from '../../users/hold-owner.ts';
import {
  createInvitation,
  listInvitations,
  type OpenInvitation,
  requireInvitation,
  takeInvitation,
  withdrawInvitation,
} from '../../users/invitations.ts';
import { hashPassword } from '../../users/password.ts';
import type { AppParts } from './app-parts.ts';
import { email, newPassword, role } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { describeBrowser } from './describe-browser.ts';
import { buildLink } from './links.ts';
import { sendCookie } from './sign-in-cookie.ts';

export function buildInvitationRoutes(parts: AppParts): AnyRoute[] {
  return [...buildInvitingRoutes(parts), ...buildAcceptingRoutes(parts)];
}

function buildInvitingRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, mail, publicUrl } = parts;
  return [
    defineRoute({
      method: 'GET',
      path: '/invitations',
      access: 'owner',
      handle: ({ workspace }) => listInvitations(control, workspace.id, clock()),
    }),
    defineRoute({
      method: 'POST',
      path: '/invitations',
      access: 'owner',
      status: 201,
      body: z.object({ email: email.optional(), role }),
      async handle({ workspace, signIn, body, request }) {
        const invitation = await inTransaction(control, async (inside) => {
          await holdOwner(inside, workspace.id, signIn.userId);
          const input = { ...body, createdBy: signIn.userId };
          return createInvitation(inside, workspace.id, input, clock());
        });
        const { token, ...shown } = invitation;
        if (mail !== undefined && publicUrl !== undefined && shown.email !== null) {
          mail.send({
            to: shown.email,
            subject: `${signIn.email} invites you to Footfall`,
            text: [
              `${signIn.email} invites you to the workspace ${workspace.name} on Footfall. Within a week you can accept here:`,
              `${publicUrl}/invite/${token}`,
            ].join('\n\n'),
          });
        }
        return { ...shown, role: body.role, link: buildLink(parts, request, `/invite/${token}`) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/invitations/:id',
      access: 'owner',
      handle: ({ workspace, params }) => withdrawInvitation(control, workspace.id, params.id ?? ''),
    }),
  ];
}

function buildAcceptingRoutes({ control, clock, findCountry }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/invitations/:token',
      access: 'public',
      async handle({ params }) {
        const invitation = await requireInvitation(control, params.token ?? '', clock());
        const { workspaceName, role: offered, email: address, userExists } = invitation;
        return { workspaceName, role: offered, email: address, userExists };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/invitations/:token',
      access: 'public',
      body: z.object({ email: email.optional(), password: newPassword.optional() }),
      async handle({ signIn, params: { token = '' }, body, request, reply }) {
        const invitation = await requireInvitation(control, token, clock());
        const person = signIn
          ? requireRecipient(invitation, signIn)
          : await buildNewcomer(invitation, body.email, body.password);
        const facts = describeBrowser(request, findCountry);
        const cookie = await inTransaction(control, async (inside) => {
          await takeInvitation(inside, token, clock());
          const userId = person.userId ?? (await requireNewUser(inside, person, clock()));
          const { workspaceId, role: offered } = invitation;
          await addMember(inside, { userId, workspaceId, role: offered }, clock());
          return signIn ? undefined : createSignIn(inside, userId, facts, clock());
        });
        if (cookie !== undefined) sendCookie(request, reply, cookie);
        return { workspaceId: invitation.workspaceId };
      },
    }),
  ];
}

type Newcomer = { userId?: undefined; email: string; passwordHash: string };

function requireRecipient({ email: address }: OpenInvitation, signIn: SignIn): { userId: UserId } {
  if (address !== null && address !== signIn.email) throw new ApiError('other_recipient');
  return { userId: signIn.userId };
}

async function buildNewcomer(
  invitation: OpenInvitation,
  given: string | undefined,
  password: string | undefined,
): Promise<Newcomer> {
  if (invitation.userExists) throw new ApiError('user_exists');
  const address = invitation.email ?? given;
  if (address === undefined || password === undefined) {
    const missing = ['Required'];
    const fieldErrors = {
      ...(address === undefined && { email: missing }),
      ...(password === undefined && { password: missing }),
    };
    throw new ApiError('invalid_body', { details: { fieldErrors, formErrors: [] } });
  }
  return { email: parseEmail(address), passwordHash: await hashPassword(password) };
}

/** Whoever has an account joins with it, after signing in: a link must not open someone else's. */
async function requireNewUser(inside: Control, newcomer: Newcomer, now: number): Promise<UserId> {
  const userId = await insertUser(inside, newcomer, now);
  if (userId === undefined) throw new ApiError('user_exists');
  return userId;
}

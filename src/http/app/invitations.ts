import * as z from 'zod';
import { emailText } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import { countToday, secondsLeftToday } from '../../limits/daily-counter.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import type { Control } from '../../store/control/open-control.ts';
import { holdOwner } from '../../users/hold-owner.ts';
import {
  type CreatedInvitation,
  createInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../users/invitations.ts';
import type { AppParts } from './app-parts.ts';
import { role } from './bodies.ts';
import { type AnyRoute, defineRoute, type MemberCall } from './define-route.ts';
import { buildLink } from './links.ts';

const body = z.object({ email: emailText.optional(), role });

/** Invitations a day, withdrawn ones included: a server that mails for anybody ends up on block lists. */
const mostByPerson = 50;
const mostByWorkspace = 100;
const mostMailsTo = 5;

export function buildInvitationRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock } = parts;
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
      body,
      async handle(call) {
        const { token, ...shown } = await invite(parts, call);
        const mailed = shown.email !== null && (await mailInvitation(parts, shown.email, token));
        const link = buildLink(parts, call.request, `/invite/${token}`);
        return { ...shown, role: call.body.role, mailed, link };
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

async function invite(
  { control, clock }: AppParts,
  { workspace, signIn, body: given }: MemberCall<z.output<typeof body>>,
): Promise<CreatedInvitation> {
  const now = clock();
  return await inTransaction(control, async (inside) => {
    await holdOwner(inside, workspace.id, signIn.userId);
    await requireRoomToday(inside, `invitations by ${signIn.userId}`, mostByPerson, now);
    await requireRoomToday(inside, `invitations to ${workspace.id}`, mostByWorkspace, now);
    return createInvitation(inside, workspace.id, { ...given, createdBy: signIn.userId }, now);
  });
}

async function requireRoomToday(inside: Control, name: string, most: number, now: number): Promise<void> {
  if (await countToday(inside, name, most, now)) return;
  throw new ApiError('too_many_invitations', { details: { retryAfter: secondsLeftToday(now) } });
}

/**
 * The mail quotes nothing that the inviter chose, neither their address nor the name of the workspace: it could be used
 * to send any text to strangers. The page behind the link names both.
 */
async function mailInvitation(
  { control, clock, mail, publicUrl }: AppParts,
  email: string,
  token: string,
): Promise<boolean> {
  if (mail === undefined || publicUrl === undefined) return false;
  if (!(await countToday(control, `invitation mails to ${email}`, mostMailsTo, clock()))) return false;
  mail.send({
    to: email,
    subject: 'An invitation to Footfall',
    text: [
      'Somebody invites you to their website analytics on Footfall. Within a week you can look at the invitation here:',
      `${publicUrl}/invite/${token}`,
      'If you expect no invitation, there is nothing to do.',
    ].join('\n\n'),
  });
  return true;
}

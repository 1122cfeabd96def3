import { z } from 'zod';
import { emailText } from '../../contract/email.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
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
        if (shown.email !== null) mailInvitation(parts, call, shown.email, token);
        const link = buildLink(parts, call.request, `/invite/${token}`);
        return { ...shown, role: call.body.role, link };
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
    return createInvitation(inside, workspace.id, { ...given, createdBy: signIn.userId }, now);
  });
}

function mailInvitation(
  { mail, publicUrl }: AppParts,
  { workspace, signIn }: MemberCall,
  email: string,
  token: string,
): void {
  if (mail === undefined || publicUrl === undefined) return;
  mail.send({
    to: email,
    subject: `${signIn.email} invites you to Footfall`,
    text: [
      `${signIn.email} invites you to the workspace ${workspace.name} on Footfall. Within a week you can accept here:`,
      `${publicUrl}/invite/${token}`,
    ].join('\n\n'),
  });
}

import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { nameText } from '../../contract/name.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import { addMember } from '../../users/add-member.ts';
import { findMembership, listMemberships } from '../../users/memberships.ts';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import { updateWorkspace } from '../../workspaces/update-workspace.ts';
import type { WorkspaceSettings } from '../../workspaces/workspace.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { withWebsites } from './own-workspaces.ts';
import { mayCreateWorkspace } from './workspace-creation.ts';

const patch = z.object({
  name: nameText.optional(),
  retentionDays: z.int().min(1).nullable().optional(),
  timezone: z.string().max(64).optional(),
  currency: z.string().max(3).optional(),
});

export function buildWorkspaceRoutes({ control, clock, workspaceCreation }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/workspaces',
      access: 'signed-in',
      status: 201,
      body: z.object({
        name: nameText,
        timezone: z.string().max(64).default('UTC'),
        currency: z.string().max(3).default('USD'),
      }),
      async handle({ signIn, body }) {
        const own = await listMemberships(control, signIn.userId);
        if (!mayCreateWorkspace(workspaceCreation, own)) throw new ApiError('workspace_creation_closed');
        const made = await inTransaction(control, async (inside) => {
          const workspace = await createWorkspace(inside, body, clock);
          await addMember(
            inside,
            { userId: signIn.userId, workspaceId: workspace.id, role: 'owner' },
            clock(),
          );
          return workspace;
        });
        const membership = await findMembership(control, signIn.userId, made.id);
        return membership && withWebsites(control, membership);
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '',
      access: 'owner',
      body: patch,
      async handle({ signIn, workspace, body }) {
        const given = Object.entries(body).filter(([, value]) => value !== undefined);
        await updateWorkspace(control, workspace.id, Object.fromEntries(given) as WorkspaceSettings);
        const changed = await findMembership(control, signIn.userId, workspace.id);
        return changed && withWebsites(control, changed);
      },
    }),
  ];
}

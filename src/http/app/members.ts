import { z } from 'zod';
import { changeRole, removeMember } from '../../users/change-member.ts';
import { listMembers } from '../../users/list-members.ts';
import type { AppParts } from './app-parts.ts';
import { role } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

export function buildMemberRoutes({ control }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/members',
      access: 'owner',
      handle: ({ workspace }) => listMembers(control, workspace.id),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/members/:userId',
      access: 'owner',
      body: z.object({ role }),
      handle: ({ workspace, params, body }) =>
        changeRole(control, workspace.id, params.userId ?? '', body.role),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/members/:userId',
      access: 'owner',
      handle: ({ workspace, params }) => removeMember(control, workspace.id, params.userId ?? ''),
    }),
  ];
}

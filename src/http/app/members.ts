import * as z from 'zod';
import { revokeKeysOf } from '../../keys/revoke-key.ts';
import { changeRole, removeMember } from '../../users/change-member.ts';
import { listMembers } from '../../users/list-members.ts';
import type { AppParts } from './app-parts.ts';
import { role } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

export function buildMemberRoutes({ control, clock }: AppParts): AnyRoute[] {
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
      /** With `revoke_keys=true` the keys that they made in the workspace go too. */
      async handle({ workspace, params, query }) {
        const revokesKeys = query.revoke_keys === 'true';
        let revokedKeys = 0;
        await removeMember(control, workspace.id, params.userId ?? '', async (inside, userId) => {
          if (revokesKeys) revokedKeys = await revokeKeysOf(inside, workspace.id, userId, clock);
        });
        return { revokedKeys };
      },
    }),
  ];
}

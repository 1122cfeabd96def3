import type { Membership } from '../../users/memberships.ts';

/** Who makes workspaces in the dashboard; the command line always can. */
export type WorkspaceCreation = 'owners' | 'everyone' | 'nobody';

/** `memberships` are all those of the person. */
export function mayCreateWorkspace(
  allowed: WorkspaceCreation,
  memberships: readonly Pick<Membership, 'role'>[],
): boolean {
  if (allowed === 'owners') return memberships.some(({ role }) => role === 'owner');
  return allowed === 'everyone';
}

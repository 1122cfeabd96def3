import type { BrowserIdentities } from '../contract/browser-identities.ts';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireWebsite } from '../store/control/require-website.ts';

/** What a website asks of identities that browsers send. */
export type IdentitySettings = {
  browserIdentities: BrowserIdentities;
  /** The key with which the owner's server signs. Null until it is first needed. */
  secret: string | null;
};

export const identityColumns = ['browser_identities', 'identity_secret'] as const;

type IdentityRow = { browser_identities: BrowserIdentities; identity_secret: string | null };

export function buildIdentitySettings(row: IdentityRow | undefined): IdentitySettings {
  if (row === undefined) throw new ApiError('not_found');
  return { browserIdentities: row.browser_identities, secret: row.identity_secret };
}

export async function requireIdentitySettings(
  control: Control,
  workspaceId: WorkspaceId,
  websiteUuid: string,
): Promise<IdentitySettings> {
  const id = await requireWebsite(control, workspaceId, websiteUuid);
  const row = await control.db
    .selectFrom('websites')
    .select(identityColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return buildIdentitySettings(row);
}

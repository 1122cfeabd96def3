import type { WorkspaceId } from '../contract/ids.ts';
import { newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { buildIdentitySettings, type IdentitySettings, identityColumns } from './identity-settings.ts';

/** Signatures of the old secret are refused within two seconds; recorded identities stay. */
export async function rotateIdentitySecret(
  control: Control,
  workspaceId: WorkspaceId,
  websiteUuid: string,
): Promise<IdentitySettings> {
  const id = await requireWebsite(control, workspaceId, websiteUuid);
  const row = await control.db
    .updateTable('websites')
    .set({ identity_secret: newSecret() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(identityColumns)
    .executeTakeFirst();
  return buildIdentitySettings(row);
}

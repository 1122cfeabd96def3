import type { BrowserIdentities } from '../contract/browser-identities.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireWebsite } from '../store/control/require-website.ts';
import { buildIdentitySettings, type IdentitySettings, identityColumns } from './identity-settings.ts';

/** Creates a secret to sign with, where there is none yet. Hits follow within two seconds. */
export async function setBrowserIdentities(
  control: Control,
  workspaceId: WorkspaceId,
  websiteUuid: string,
  browserIdentities: BrowserIdentities,
): Promise<IdentitySettings> {
  const id = await requireWebsite(control, workspaceId, websiteUuid);
  const row = await control.db
    .updateTable('websites')
    .set(({ fn, val }) => ({
      browser_identities: browserIdentities,
      identity_secret: fn.coalesce('identity_secret', val(newSecret())),
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(identityColumns)
    .executeTakeFirst();
  return buildIdentitySettings(row);
}

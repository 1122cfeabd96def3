import { useRefreshAppState, type Website } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';

export function DeleteWebsiteDialog({ website, onClose }: { website: Website; onClose(): void }) {
  const { workspace } = usePlace();
  const refresh = useRefreshAppState();
  const name = nameOf(website);

  async function run() {
    const address = addressOf(workspace.id, `/websites/${website.id}`);
    await ask(address, { method: 'DELETE', body: { confirm: name } });
    showToast(`${name} is deleted.`);
    await refresh();
  }

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      action="Delete the website"
      typed={name}
      run={run}
      onClose={onClose}
    >
      <p>
        The website and everything that was recorded for it are deleted: visits, goals, payments, segments,
        funnels, alerts, email reports, annotations and share links. Its code stops counting. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}

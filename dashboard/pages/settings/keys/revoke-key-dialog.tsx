import { ask } from '../../../api/ask.ts';
import type { ApiKey } from '../../../api/settings.ts';
import { formatAgo } from '../../../format/dates.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';

export type RevokeKeyDialogProps = {
  apiKey: ApiKey;
  address: string;
  onRevoked(): Promise<void>;
  onClose(): void;
};

export function RevokeKeyDialog({ apiKey, address, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { id, name, prefix, lastUsedAt } = apiKey;

  async function revoke() {
    await ask(`${address}/${id}`, { method: 'DELETE' });
    showToast(`${name} is revoked.`);
    await onRevoked();
  }

  return (
    <ConfirmDialog title={`Revoke ${name}?`} action="Revoke the key" run={revoke} onClose={onClose}>
      <p>
        The next request with <code>{prefix}…</code> is refused. This cannot be undone.
      </p>
      <p>{lastUsedAt ? `It was last used ${formatAgo(lastUsedAt)}.` : 'It was never used.'}</p>
    </ConfirmDialog>
  );
}

import { useState } from 'react';
import { useLocation } from 'wouter';
import { ask } from '../../../api/ask.ts';
import { type ApiKey, addressOf, type Member, useListed, useRefreshListed } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';

export type RemoveMemberDialogProps = {
  member: Member;
  address: string;
  isMe: boolean;
  refresh(): Promise<void>;
  onClose(): void;
};

/** Of somebody else, or of oneself. */
export function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { member, address, refresh, isMe, onClose } = props;
  const { workspace } = usePlace();
  const [, navigate] = useLocation();
  const [revokesKeys, setRevokesKeys] = useState(false);
  const refreshKeys = useRefreshListed(addressOf(workspace.id, '/keys'));
  const { email } = member;

  async function remove() {
    await ask(revokesKeys ? `${address}?revoke_keys=true` : address, { method: 'DELETE' });
    showToast(isMe ? `You have left ${workspace.name}.` : `${email} is removed.`);
    await Promise.all([refresh(), refreshKeys()]);
    if (isMe) navigate('/');
  }

  return (
    <ConfirmDialog
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${email}?`}
      action={isMe ? 'Leave' : 'Remove'}
      run={remove}
      onClose={onClose}
    >
      <p>
        {isMe
          ? 'You no longer see its websites. To come back you need an invitation. Invitations that you made stop working.'
          : `They no longer see ${workspace.name}, from this moment on. Invitations that they made stop working.`}
      </p>
      <OwnKeys
        workspaceId={workspace.id}
        userId={member.userId}
        revokes={revokesKeys}
        onRevokes={setRevokesKeys}
      />
    </ConfirmDialog>
  );
}

type OwnKeysProps = {
  workspaceId: string;
  userId: string;
  revokes: boolean;
  onRevokes(revokes: boolean): void;
};

/** What programs go on doing with the keys that the person made. */
function OwnKeys({ workspaceId, userId, revokes, onRevokes }: OwnKeysProps) {
  const { data: keys = [] } = useListed<ApiKey>(addressOf(workspaceId, '/keys'));
  const names = keys.filter(({ createdBy }) => createdBy?.userId === userId).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <label className="checkbox">
      <input type="checkbox" checked={revokes} onChange={(event) => onRevokes(event.target.checked)} />
      <span>
        {names.length === 1
          ? 'Revoke the API key made here'
          : `Revoke the ${names.length} API keys made here`}
        <span className="field-hint">
          {names.join(', ')}. Otherwise they go on working, for whoever has kept them.
        </span>
      </span>
    </label>
  );
}

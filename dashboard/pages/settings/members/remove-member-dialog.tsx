import { useLocation } from 'wouter';
import { ask } from '../../../api/ask.ts';
import type { Member } from '../../../api/settings.ts';
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
  const { email } = member;

  async function remove() {
    await ask(address, { method: 'DELETE' });
    showToast(isMe ? `You have left ${workspace.name}.` : `${email} is removed.`);
    await refresh();
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
          ? 'You no longer see its websites. To come back you need an invitation.'
          : `They no longer see ${workspace.name}, from this moment on. Keys that they made go on working.`}
      </p>
    </ConfirmDialog>
  );
}

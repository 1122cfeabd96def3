import { useState } from 'react';
import { useLocation } from 'wouter';
import { type Role, useRefreshAppState } from '../../../api/app-state.ts';
import { ask, messageOf } from '../../../api/ask.ts';
import type { Member } from '../../../api/settings.ts';
import { formatInstant } from '../../../format/dates.ts';
import { roles } from '../../../format/roles.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Item } from '../card.tsx';

export type MemberItemProps = { member: Member; address: string; refresh(): Promise<void> };

export function MemberItem({ member, address, refresh }: MemberItemProps) {
  const { state, workspace } = usePlace();
  const refreshState = useRefreshAppState();
  const [, navigate] = useLocation();
  const [removes, setRemoves] = useState(false);
  const { userId, email, role, joinedAt, hasTotp } = member;
  const isMe = userId === state.user?.id;
  const own = `${address}/${userId}`;

  /** Who is no owner any more may not see the list. */
  const refreshAll = () => (isMe ? refreshState() : refresh());

  async function change(next: Role) {
    try {
      await ask(own, { method: 'PATCH', body: { role: next } });
      showToast(`The role of ${email} is changed.`);
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
    await refreshAll();
  }

  async function remove() {
    await ask(own, { method: 'DELETE' });
    showToast(isMe ? `You have left ${workspace.name}.` : `${email} is removed.`);
    await refreshAll();
    if (isMe) navigate('/');
  }

  return (
    <Item
      title={
        <>
          {email}
          {isMe && <Badge tone="accent">You</Badge>}
        </>
      }
      facts={
        <>
          <span>{hasTotp ? 'Two-factor sign-in' : 'Password alone'}</span>
          {joinedAt && <span>Joined {formatInstant(joinedAt, workspace.timezone)}</span>}
        </>
      }
    >
      <select
        className="input"
        aria-label={`Role of ${email}`}
        value={role}
        onChange={(event) => void change(event.target.value as Role)}
      >
        {roles.map(({ role: each, label }) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <Button
        look="danger"
        onClick={() => setRemoves(true)}
        aria-label={isMe ? undefined : `Remove ${email}`}
      >
        {isMe ? 'Leave' : 'Remove'}
      </Button>
      {removes && (
        <ConfirmDialog
          title={isMe ? `Leave ${workspace.name}?` : `Remove ${email}?`}
          action={isMe ? 'Leave' : 'Remove'}
          run={remove}
          onClose={() => setRemoves(false)}
        >
          <p>
            {isMe
              ? 'You no longer see its websites. To come back you need an invitation.'
              : `They no longer see ${workspace.name}, from this moment on. Keys that they made go on working.`}
          </p>
        </ConfirmDialog>
      )}
    </Item>
  );
}

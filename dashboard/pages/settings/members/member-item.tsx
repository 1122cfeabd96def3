import { useState } from 'react';
import { type Role, useRefreshAppState } from '../../../api/app-state.ts';
import { ask, messageOf } from '../../../api/ask.ts';
import type { Member } from '../../../api/settings.ts';
import { formatInstant } from '../../../format/dates.ts';
import { roles } from '../../../format/roles.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Item } from '../card.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

export type MemberItemProps = { member: Member; address: string; refresh(): Promise<void> };

export function MemberItem({ member, address, refresh }: MemberItemProps) {
  const { state, workspace } = usePlace();
  const [removes, setRemoves] = useState(false);
  const { userId, email, joinedAt, hasTotp } = member;
  const isMe = userId === state.user?.id;
  const refreshState = useRefreshAppState();
  // Who is no owner any more may not see the list.
  const shared = { member, address: `${address}/${userId}`, refresh: isMe ? refreshState : refresh };
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
          <span>{hasTotp ? 'Two-step sign-in' : 'Without two-step sign-in'}</span>
          {joinedAt && <span>Joined {formatInstant(joinedAt, workspace.timezone)}</span>}
        </>
      }
    >
      <RoleChoice {...shared} />
      <Button
        look="danger"
        onClick={() => setRemoves(true)}
        {...(!isMe && { 'aria-label': `Remove ${email}` })}
      >
        {isMe ? 'Leave' : 'Remove'}
      </Button>
      {removes && <RemoveMemberDialog {...shared} isMe={isMe} onClose={() => setRemoves(false)} />}
    </Item>
  );
}

function RoleChoice({ member: { email, role }, address, refresh }: MemberItemProps) {
  async function change(next: Role) {
    try {
      await ask(address, { method: 'PATCH', body: { role: next } });
      showToast(`The role of ${email} is changed.`);
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
    await refresh();
  }

  return (
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
  );
}

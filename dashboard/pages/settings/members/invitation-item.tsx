import { useState } from 'react';
import { ask, messageOf } from '../../../api/ask.ts';
import type { PendingInvitation } from '../../../api/settings.ts';
import { formatAgo } from '../../../format/dates.ts';
import { formatRole } from '../../../format/roles.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Item } from '../card.tsx';

export type InvitationItemProps = {
  invitation: PendingInvitation;
  address: string;
  refresh(): Promise<void>;
};

export function InvitationItem({ invitation, address, refresh }: InvitationItemProps) {
  const { id, email, role, expiresAt } = invitation;
  const [busy, setBusy] = useState(false);

  async function withdraw() {
    setBusy(true);
    try {
      await ask(`${address}/${id}`, { method: 'DELETE' });
      showToast('The invitation is withdrawn.');
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
    setBusy(false);
    await refresh();
  }

  return (
    <Item
      title={
        <>
          {email ?? 'Whoever has the link'}
          <Badge>{formatRole(role)}</Badge>
        </>
      }
      facts={<span>Expires {formatAgo(expiresAt)}</span>}
    >
      <Button busy={busy} onClick={() => void withdraw()}>
        Withdraw
      </Button>
    </Item>
  );
}

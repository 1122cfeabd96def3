import { type PendingInvitation, useListed, useRefreshListed } from '../../../api/settings.ts';
import { Card, Items } from '../card.tsx';
import { InvitationItem } from './invitation-item.tsx';

export function OpenInvitations({ address }: { address: string }) {
  const { data: invitations = [] } = useListed<PendingInvitation>(address);
  const refresh = useRefreshListed(address);
  if (invitations.length === 0) return null;
  return (
    <Card title="Open invitations" lead="Each link works once, until it expires or you withdraw it.">
      <Items label="Open invitations">
        {invitations.map((invitation) => (
          <InvitationItem key={invitation.id} invitation={invitation} address={address} refresh={refresh} />
        ))}
      </Items>
    </Card>
  );
}

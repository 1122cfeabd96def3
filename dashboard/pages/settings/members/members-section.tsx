import { useState } from 'react';
import {
  addressOf,
  type CreatedInvitation,
  type Member,
  type PendingInvitation,
  useListed,
  useRefreshListed,
} from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { InvitationItem } from './invitation-item.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberItem } from './member-item.tsx';

export function MembersSection() {
  const { state, workspace } = usePlace();
  const membersAddress = addressOf(workspace.id, '/members');
  const invitationsAddress = addressOf(workspace.id, '/invitations');
  const members = useListed<Member>(membersAddress);
  const invitations = useListed<PendingInvitation>(invitationsAddress);
  const refreshMembers = useRefreshListed(membersAddress);
  const refreshInvitations = useRefreshListed(invitationsAddress);
  const [invites, setInvites] = useState(false);
  const [invited, setInvited] = useState<CreatedInvitation>();
  return (
    <>
      {invited && (
        <InvitationLink invitation={invited} mail={state.mail} onDone={() => setInvited(undefined)} />
      )}
      <Card
        title="Members"
        lead="Viewers see reports, members also change things, owners also manage people, keys and settings."
        action={
          <Button look="primary" icon={IconPlus} onClick={() => setInvites(true)}>
            Invite
          </Button>
        }
      >
        <Listed query={members}>
          {(people) => (
            <Items label="Members">
              {people.map((member) => (
                <MemberItem
                  key={member.userId}
                  member={member}
                  address={membersAddress}
                  refresh={refreshMembers}
                />
              ))}
            </Items>
          )}
        </Listed>
      </Card>
      {invitations.data && invitations.data.length > 0 && (
        <Card title="Open invitations" lead="Each link works once, until it expires or you withdraw it.">
          <Items label="Open invitations">
            {invitations.data.map((invitation) => (
              <InvitationItem
                key={invitation.id}
                invitation={invitation}
                address={invitationsAddress}
                refresh={refreshInvitations}
              />
            ))}
          </Items>
        </Card>
      )}
      {invites && (
        <InviteDialog
          address={invitationsAddress}
          mail={state.mail}
          onClose={() => setInvites(false)}
          onInvited={(invitation) => {
            setInvites(false);
            setInvited(invitation);
            void refreshInvitations();
          }}
        />
      )}
    </>
  );
}

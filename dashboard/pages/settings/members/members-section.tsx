import { useState } from 'react';
import {
  addressOf,
  type CreatedInvitation,
  type Member,
  useListed,
  useRefreshListed,
} from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberItem } from './member-item.tsx';
import { OpenInvitations } from './open-invitations.tsx';

export function MembersSection() {
  const { state, workspace } = usePlace();
  const membersAddress = addressOf(workspace.id, '/members');
  const invitationsAddress = addressOf(workspace.id, '/invitations');
  const members = useListed<Member>(membersAddress);
  const refreshMembers = useRefreshListed(membersAddress);
  const refreshInvitations = useRefreshListed(invitationsAddress);
  const [invites, setInvites] = useState(false);
  const [invited, setInvited] = useState<CreatedInvitation>();
  return (
    <>
      {invited && <InvitationLink invitation={invited} onDone={() => setInvited(undefined)} />}
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
      <OpenInvitations address={invitationsAddress} />
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

import type { CreatedInvitation } from '../../../api/settings.ts';
import { formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';

export type InvitationLinkProps = { invitation: CreatedInvitation; mail: boolean; onDone(): void };

/** Shown once, to be sent to who is meant. */
export function InvitationLink({ invitation, mail, onDone }: InvitationLinkProps) {
  const { email, link, expiresAt } = invitation;
  const { timezone } = usePlace().workspace;
  return (
    <section className="shown-once" aria-label="Invitation link">
      <div role="status">
        <h2>{email ? `Send this link to ${email}` : 'Send this link to who you invite'}</h2>
        <p className="shown-once-text">
          {email && mail && 'It was sent by mail too. '}
          It lets one person in, once, until {formatInstant(expiresAt, timezone)}. It is shown only now.
        </p>
      </div>
      <CodeBlock code={link} label="the link" />
      <div className="shown-once-foot">
        <Button onClick={onDone}>Done</Button>
      </div>
    </section>
  );
}

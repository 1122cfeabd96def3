import type { CreatedInvitation } from '../../../api/settings.ts';
import { formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ShownOnce } from '../shown-once.tsx';

export type InvitationLinkProps = { invitation: CreatedInvitation; onDone(): void };

/** To be sent to who is meant. */
export function InvitationLink({ invitation, onDone }: InvitationLinkProps) {
  const { email, link, expiresAt, mailed } = invitation;
  const { timezone } = usePlace().workspace;
  return (
    <ShownOnce
      title={email ? `Send this link to ${email}` : 'Send this link to who you invite'}
      lead={
        <>
          {mailed && 'It was sent by mail too. '}
          It lets one person in, once, until {formatInstant(expiresAt, timezone)}. It is shown only now.
        </>
      }
      foot={<Button onClick={onDone}>Done</Button>}
    >
      <CodeBlock code={link} label="the link" />
    </ShownOnce>
  );
}

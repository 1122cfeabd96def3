import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpOffDialog } from './totp-off-dialog.tsx';
import { TotpOnDialog } from './totp-on-dialog.tsx';

/** The codes stay in sight until they are put away: they cannot be shown again. */
export function TotpCard({ hasTotp }: { hasTotp: boolean }) {
  const [open, setOpen] = useState<'on' | 'off'>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  return (
    <Card
      title="Two-step sign-in"
      lead={
        hasTotp
          ? 'Signing in takes your password and a code of your authenticator app.'
          : 'Besides your password, a code that changes every half minute: whoever learns your password gets no further.'
      }
      action={
        hasTotp ? (
          <>
            <Badge tone="accent">On</Badge>
            <Button onClick={() => setOpen('off')}>Turn off</Button>
          </>
        ) : (
          <Button onClick={() => setOpen('on')}>Turn on</Button>
        )
      }
    >
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(undefined)} />}
      {open === 'on' && <TotpOnDialog onClose={close} onTurnedOn={setRecoveryCodes} />}
      {open === 'off' && (
        <TotpOffDialog
          onClose={() => {
            close();
            setRecoveryCodes(undefined);
          }}
        />
      )}
    </Card>
  );
}

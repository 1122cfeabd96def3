import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefreshAppState } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';

type Begun = { secret: string; uri: string; qr: { path: string; size: number } };

export type TotpOnDialogProps = { onClose(): void; onTurnedOn(recoveryCodes: readonly string[]): void };

export function TotpOnDialog({ onClose, onTurnedOn }: TotpOnDialogProps) {
  const [code, setCode] = useState('');
  const refresh = useRefreshAppState();
  const { data: begun, error } = useQuery({
    queryKey: ['totp'],
    queryFn: () => ask<Begun>('/app/totp', { method: 'POST', body: {} }),
    // Each time the dialog opens there is a new secret, and it stays while the dialog does.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const submission = useSubmission(async () => {
    const body = { code: code.replaceAll(' ', '') };
    const { recoveryCodes } = await ask<{ recoveryCodes: string[] }>('/app/totp/confirm', {
      method: 'POST',
      body,
    });
    onTurnedOn(recoveryCodes);
    onClose();
    await refresh();
  });
  return (
    <Dialog title="Turn on two-factor sign-in" onClose={onClose}>
      {error ? (
        <ErrorState error={error} />
      ) : (
        <div className="totp">
          <p>Scan this with an authenticator app, then enter the code that it shows.</p>
          <div className="totp-scan">
            {begun ? <QrCode {...begun.qr} /> : <Skeleton width={176} height={176} />}
          </div>
          {begun && <TypedSecret secret={begun.secret} />}
          <Form submission={submission} action="Turn on" disabled={!begun}>
            <TextField
              label="Code"
              className="input code-input"
              required
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Form>
        </div>
      )}
    </Dialog>
  );
}

/** Dark on white in both themes: apps read nothing else reliably. */
function QrCode({ path, size }: Begun['qr']) {
  return (
    <svg
      className="totp-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the secret"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

function TypedSecret({ secret }: { secret: string }) {
  return (
    <div className="totp-secret">
      <span className="muted">No camera? Type this into the app:</span>
      <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <CopyButton bare text={secret} label="Copy the secret" />
    </div>
  );
}

import { useState } from 'react';
import { useRefreshAppState } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { describeWait } from '../../../format/describe-wait.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

type Begun = { secret: string; uri: string; qr: { path: string; size: number } };

export type TotpOnDialogProps = { onClose(): void; onTurnedOn(recoveryCodes: readonly string[]): void };

/** The password first: whoever finds the browser open must not be able to lock its person out. */
export function TotpOnDialog({ onClose, onTurnedOn }: TotpOnDialogProps) {
  const [begun, setBegun] = useState<Begun>();
  return (
    <Dialog title="Turn on two-step sign-in" onClose={onClose}>
      <div className="totp">
        {begun ? (
          <ConfirmStep begun={begun} onClose={onClose} onTurnedOn={onTurnedOn} />
        ) : (
          <PasswordStep onBegun={setBegun} />
        )}
      </div>
    </Dialog>
  );
}

function PasswordStep({ onBegun }: { onBegun(begun: Begun): void }) {
  const [password, setPassword] = useState('');
  const submission = useSubmission(async () => {
    onBegun(await ask<Begun>('/app/totp', { method: 'POST', body: { password } }));
  });
  return (
    <>
      <p>Enter your password, then scan a code with an authenticator app.</p>
      <Form submission={submission} action="Continue" error={describeWait(submission.failure)}>
        <PasswordField
          label="Password"
          kind="current"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </>
  );
}

function ConfirmStep({ begun, onClose, onTurnedOn }: TotpOnDialogProps & { begun: Begun }) {
  const [code, setCode] = useState('');
  const refresh = useRefreshAppState();
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
    <>
      <p>Scan this with an authenticator app, then enter the code that it shows.</p>
      <div className="totp-scan">
        <QrCode {...begun.qr} />
      </div>
      <TypedSecret secret={begun.secret} />
      <Form submission={submission} action="Turn on">
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
    </>
  );
}

/** Dark on white in both themes: apps read nothing else reliably. */
function QrCode({ path, size }: Begun['qr']) {
  return (
    <svg
      className="totp-qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code to scan with your authenticator app"
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

import { useState } from 'react';
import { useRefreshAppState } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { describeWait } from '../../../format/describe-wait.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { showToast } from '../../../ui/toast.tsx';

export function TotpOffDialog({ onClose }: { onClose(): void }) {
  const [password, setPassword] = useState('');
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    await ask('/app/totp', { method: 'DELETE', body: { password } });
    await refresh();
    showToast('Two-step sign-in is off.');
    onClose();
  });
  return (
    <Dialog title="Turn off two-step sign-in" onClose={onClose}>
      <div className="totp">
        <p>Your password alone will be enough to sign in, and the recovery codes stop working.</p>
        <Form
          submission={submission}
          action="Turn off"
          look="danger"
          error={describeWait(submission.failure)}
        >
          <PasswordField
            label="Password"
            kind="current"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Form>
      </div>
    </Dialog>
  );
}

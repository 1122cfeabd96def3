import { useState } from 'react';
import type { Role } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import type { CreatedInvitation } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { roles } from '../../../format/roles.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';

export type InviteDialogProps = {
  address: string;
  mail: boolean;
  onInvited(invitation: CreatedInvitation): void;
  onClose(): void;
};

export function InviteDialog({ address, mail, onInvited, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const submission = useSubmission(async () => {
    const body = { role, ...(email.trim() && { email: email.trim() }) };
    const made = await ask<CreatedInvitation>(address, { method: 'POST', body });
    onInvited({ ...made, email: email.trim() || null, role });
  });
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form submission={submission} action="Make the invitation">
        <TextField
          label="Email (optional)"
          type="email"
          hint={
            mail
              ? 'The link is sent there, and only this address can use it.'
              : 'Only this address can use the link then. You send the link yourself.'
          }
          autoFocus
          autoComplete="off"
          error={submission.errorOf('email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <fieldset className="scopes">
          <legend className="field-label">Role</legend>
          {roles.map(({ role: each, label, allows }) => (
            <label key={each} className="checkbox">
              <input type="radio" name="role" checked={role === each} onChange={() => setRole(each)} />
              <span>
                {label}
                <span className="field-hint">{allows}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import type { Scope } from '../../../../src/contract/scopes.ts';
import { ask } from '../../../api/ask.ts';
import type { ApiKey, CreatedKey } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { scopeChoices } from './scopes.ts';

export type CreateKeyDialogProps = {
  address: string;
  /** The key that the new one takes the place of. */
  replaces: ApiKey | undefined;
  onMade(key: CreatedKey): void;
  onClose(): void;
};

export function CreateKeyDialog({ address, replaces, onMade, onClose }: CreateKeyDialogProps) {
  const [name, setName] = useState(replaces?.name ?? '');
  const [scopes, setScopes] = useState<readonly Scope[]>(replaces?.scopes ?? ['pixel:read']);
  const submission = useSubmission(async () => {
    onMade(await ask<CreatedKey>(address, { method: 'POST', body: { name, scopes } }));
  });
  const toggle = (scope: Scope, isChosen: boolean) =>
    setScopes(isChosen ? [...scopes, scope] : scopes.filter((each) => each !== scope));
  return (
    <Dialog title={replaces ? `Rotate ${replaces.name}` : 'New API key'} onClose={onClose}>
      <Form submission={submission} action="Create the key" disabled={scopes.length === 0}>
        {replaces && (
          <p>Both keys work side by side until you revoke the old one, so nothing stops in between.</p>
        )}
        <TextField
          label="Name"
          hint="What will use it, so that you recognise it later."
          placeholder="Nightly report"
          required
          autoFocus
          maxLength={255}
          autoComplete="off"
          error={submission.errorOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="scopes">
          <legend className="field-label">Permissions</legend>
          {scopeChoices.map(({ scope, label, allows }) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {label} <code className="muted">{scope}</code>
                </>
              }
              hint={allows}
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
          <p className="field-hint">They cannot be changed later.</p>
        </fieldset>
      </Form>
    </Dialog>
  );
}

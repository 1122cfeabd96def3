import { useState } from 'react';
import type { BrowserIdentities } from '../../../../src/contract/browser-identities.ts';
import type { Website } from '../../../api/app-state.ts';
import { type IdentitySettings, useIdentitySettings } from '../../../api/identities.ts';
import { addressOf } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorState, SkeletonRows } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { SigningSecret } from './signing-secret.tsx';

/** Who may say who a visitor is. */
export function IdentitiesDialog({ website, onClose }: { website: Website; onClose(): void }) {
  const { workspace } = usePlace();
  const { query, change, rotate } = useIdentitySettings(
    addressOf(workspace.id, `/websites/${website.id}/identities`),
  );
  const [replaces, setReplaces] = useState(false);
  const name = nameOf(website);
  if (replaces) {
    return (
      <ConfirmDialog
        title={`Replace the secret of ${name}?`}
        action="Replace the secret"
        run={rotate}
        onClose={() => setReplaces(false)}
      >
        <p>
          What your server signs with the old secret is refused from then on, until it has the new one. What
          was recorded stays.
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={`Identities of ${name}`} width="medium" onClose={onClose}>
      {query.data ? (
        <div className="website-code">
          <ModeForm settings={query.data} change={change} />
          <SigningSecret secret={query.data.secret} make={rotate} replace={() => setReplaces(true)} />
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} />
      ) : (
        <SkeletonRows rows={4} />
      )}
    </Dialog>
  );
}

type ModeFormProps = { settings: IdentitySettings; change(mode: BrowserIdentities): Promise<unknown> };

const modes: readonly { mode: BrowserIdentities; label: string; hint: string }[] = [
  {
    mode: 'accepted',
    label: 'Accepted',
    hint: 'Anybody can claim any ID in a browser. What your server says goes before it, and nobody joins a person whom your server knows.',
  },
  {
    mode: 'signed',
    label: 'Accepted with a signature',
    hint: 'Your server signs the ID, and the page passes the signature on. Without it an identity is refused.',
  },
  {
    mode: 'refused',
    label: 'Refused',
    hint: 'Only your server says who a visitor is, with a key, at POST /pixel/identify.',
  },
];

function ModeForm({ settings, change }: ModeFormProps) {
  const [mode, setMode] = useState(settings.browserIdentities);
  const submission = useSubmission(async () => {
    await change(mode);
    showToast('The identities are saved.');
  });
  return (
    <Form submission={submission} action="Save" disabled={mode === settings.browserIdentities}>
      <SelectField
        label="footfall.identify() in a browser is"
        hint={modes.find((each) => each.mode === mode)?.hint}
        value={mode}
        onChange={(event) => setMode(event.target.value as BrowserIdentities)}
      >
        {modes.map(({ mode: each, label }) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </SelectField>
    </Form>
  );
}

import { useState } from 'react';
import { useRefreshAppState, type Website } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { parseDomainLines } from './parse-domain-lines.ts';

export type AddWebsiteDialogProps = { onClose(): void; onAdded(website: Website): void };

export function AddWebsiteDialog({ onClose, onAdded }: AddWebsiteDialogProps) {
  const { workspace } = usePlace();
  const [text, setText] = useState('');
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    const body = { domains: parseDomainLines(text) };
    const website = await ask<Website>(addressOf(workspace.id, '/websites'), { method: 'POST', body });
    await refresh();
    onAdded(website);
  });
  return (
    <Dialog title="Add a website" onClose={onClose}>
      <Form submission={submission} action="Add the website">
        <TextField
          label="Domain"
          placeholder="example.com"
          hint="Subdomains are included. Several domains that are one website: with commas between them."
          required
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          error={submission.errorOf('domains')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type Draft, hostIn, OwnerFields, WebsiteFields } from './draft-fields.tsx';

export type Made = { workspaceId: string; websiteId: string };

export function OwnerForm({ token, onMade }: { token: string; onMade(made: Made): Promise<void> }) {
  const [link, setLink] = useState('');
  const [draft, setDraft] = useState<Draft>(() => ({
    email: '',
    password: '',
    domain: '',
    workspaceName: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  const submission = useSubmission(async () => {
    const workspaceName = draft.workspaceName.trim() || hostIn(draft.domain);
    const body = { ...draft, workspaceName, token: token || tokenIn(link) };
    await onMade(await ask<Made>('/app/set-up', { method: 'POST', body }));
  });
  const fields = { draft, submission, change: (part: Partial<Draft>) => setDraft({ ...draft, ...part }) };
  return (
    <Entrance
      width="wide"
      title="Welcome to Footfall"
      lead="Two minutes, and you see who visits your website. Everything stays on your server."
    >
      <Form submission={submission} action="Set up Footfall">
        {!token && (
          <TextField
            label="Set-up link"
            hint="The server printed it when it started: it begins with http and holds a token. It shows that the server is yours."
            required
            autoFocus
            autoComplete="off"
            value={link}
            onChange={(event) => setLink(event.target.value)}
          />
        )}
        <OwnerFields {...fields} isFirst={token !== ''} />
        <WebsiteFields {...fields} />
      </Form>
    </Entrance>
  );
}

/** Whole links are pasted, and parts of them. */
function tokenIn(text: string): string {
  const written = text.trim();
  return /[?&]token=([^&\s]+)/.exec(written)?.[1] ?? written;
}

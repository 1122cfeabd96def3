import { useState } from 'react';
import { useRefreshAppState, type Workspace } from '../api/app-state.ts';
import { ask } from '../api/ask.ts';
import { useSubmission } from '../api/use-submission.ts';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';

/** Makes a workspace, whose owner is who makes it. */
export function WorkspaceForm({ onMade }: { onMade(workspace: Workspace): void }) {
  const [name, setName] = useState('');
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const made = await ask<Workspace>('/app/workspaces', { method: 'POST', body: { name, timezone } });
    await refresh();
    onMade(made);
  });
  return (
    <Form submission={submission} action="Make the workspace">
      <TextField
        label="Name"
        hint="Your company, your team or a client. It holds websites and the people who see them."
        required
        maxLength={255}
        error={submission.errorOf('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </Form>
  );
}

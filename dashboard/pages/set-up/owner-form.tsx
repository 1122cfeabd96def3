import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { Form } from '../../ui/form.tsx';
import { type Draft, OwnerFields, WebsiteFields } from './draft-fields.tsx';
import { guessCurrency } from './guess-currency.ts';
import { findTypedDomain } from './typed-domain.ts';

export type Made = { workspaceId: string; websiteId: string };

export function OwnerForm({ token, onMade }: { token: string; onMade(made: Made): Promise<void> }) {
  const [draft, setDraft] = useState<Draft>(() => {
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const currency = guessCurrency(timezone);
    return { email: '', password: '', domain: '', workspaceName: '', timezone, currency };
  });
  const submission = useSubmission(async () => {
    const workspaceName = draft.workspaceName.trim() || findTypedDomain(draft.domain) || draft.domain;
    const body = { ...draft, workspaceName, token };
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
        <OwnerFields {...fields} />
        <WebsiteFields {...fields} />
      </Form>
    </Entrance>
  );
}

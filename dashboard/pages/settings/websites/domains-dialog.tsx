import { useState } from 'react';
import { useRefreshAppState, type Website } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { parseDomainLines } from './parse-domain-lines.ts';

export function DomainsDialog({ website, onClose }: { website: Website; onClose(): void }) {
  const { workspace } = usePlace();
  const [text, setText] = useState(website.domains.join('\n'));
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    const body = { domains: parseDomainLines(text) };
    await ask(addressOf(workspace.id, `/websites/${website.id}`), { method: 'PATCH', body });
    await refresh();
    showToast('The domains are saved.');
    onClose();
  });
  return (
    <Dialog title={`Domains of ${nameOf(website)}`} onClose={onClose}>
      <Form submission={submission} action="Save the domains">
        <Field
          label="Domains, one per line"
          hint="The first one names the website. Subdomains are included; visits on other domains are left out."
          error={submission.errorOf('domains')}
        >
          {(control) => (
            <textarea
              className="input domains-input"
              rows={5}
              required
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
              {...control}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  );
}

import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';

export type Made = { workspaceId: string; websiteId: string };

export function OwnerForm({ token, onMade }: { token: string; onMade(made: Made): Promise<void> }) {
  const [link, setLink] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [domain, setDomain] = useState('');
  const [workspaceName, setWorkspaceName] = useState('');
  const [timezone, setTimezone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const submission = useSubmission(async () => {
    const body = {
      token: token || tokenIn(link),
      email,
      password,
      domain,
      workspaceName: workspaceName.trim() || hostIn(domain),
      timezone,
    };
    await onMade(await ask<Made>('/app/set-up', { method: 'POST', body }));
  });
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
        <fieldset className="entrance-group">
          <legend className="entrance-legend">You</legend>
          <TextField
            label="E-mail"
            type="email"
            required
            autoFocus={token !== ''}
            autoComplete="username"
            error={submission.errorOf('email')}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordField
            label="Password"
            kind="new"
            error={submission.errorOf('password')}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </fieldset>
        <fieldset className="entrance-group">
          <legend className="entrance-legend">Your website</legend>
          <TextField
            label="Domain"
            placeholder="example.com"
            hint="Subdomains are counted along. More domains and websites can be added later."
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            error={submission.errorOf('domain')}
            value={domain}
            onChange={(event) => setDomain(event.target.value)}
          />
          <div className="entrance-pair">
            <TextField
              label="Workspace (optional)"
              placeholder={hostIn(domain) || 'Your company or team'}
              hint="Holds your websites and the people who see them."
              maxLength={255}
              autoComplete="organization"
              error={submission.errorOf('workspaceName')}
              value={workspaceName}
              onChange={(event) => setWorkspaceName(event.target.value)}
            />
            <TimeZoneField value={timezone} onChange={setTimezone} error={submission.errorOf('timezone')} />
          </div>
        </fieldset>
      </Form>
    </Entrance>
  );
}

/** Domains are pasted as addresses; what is no domain is for the server to refuse. */
function hostIn(text: string): string {
  const address = text.includes('://') ? text.trim() : `https://${text.trim()}`;
  return URL.canParse(address) ? new URL(address).hostname : text.trim();
}

/** Whole links are pasted, and parts of them. */
function tokenIn(text: string): string {
  const written = text.trim();
  return /[?&]token=([^&\s]+)/.exec(written)?.[1] ?? written;
}

import type { Submission } from '../../api/use-submission.ts';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';

/** What the set-up asks for, by the names that the server knows. */
export type Draft = {
  email: string;
  password: string;
  domain: string;
  workspaceName: string;
  timezone: string;
};

type DraftFieldsProps = { draft: Draft; submission: Submission; change(part: Partial<Draft>): void };

export function OwnerFields({ draft, submission, change, isFirst }: DraftFieldsProps & { isFirst: boolean }) {
  return (
    <fieldset className="entrance-group">
      <legend className="entrance-legend">You</legend>
      <TextField
        label="E-mail"
        type="email"
        required
        autoFocus={isFirst}
        autoComplete="username"
        error={submission.errorOf('email')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <PasswordField
        label="Password"
        kind="new"
        error={submission.errorOf('password')}
        value={draft.password}
        onChange={(event) => change({ password: event.target.value })}
      />
    </fieldset>
  );
}

export function WebsiteFields({ draft, submission, change }: DraftFieldsProps) {
  return (
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
        value={draft.domain}
        onChange={(event) => change({ domain: event.target.value })}
      />
      <div className="entrance-pair">
        <TextField
          label="Workspace (optional)"
          placeholder={hostIn(draft.domain) || 'Your company or team'}
          hint="Holds your websites and the people who see them."
          maxLength={255}
          autoComplete="organization"
          error={submission.errorOf('workspaceName')}
          value={draft.workspaceName}
          onChange={(event) => change({ workspaceName: event.target.value })}
        />
        <TimeZoneField
          value={draft.timezone}
          error={submission.errorOf('timezone')}
          onChange={(timezone) => change({ timezone })}
        />
      </div>
    </fieldset>
  );
}

/** Domains are pasted as addresses; what is no domain is for the server to refuse. */
export function hostIn(text: string): string {
  const address = text.includes('://') ? text.trim() : `https://${text.trim()}`;
  return URL.canParse(address) ? new URL(address).hostname : text.trim();
}

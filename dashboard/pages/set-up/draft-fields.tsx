import type { Submission } from '../../api/use-submission.ts';
import { CurrencyField } from '../../ui/currency-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TimeZoneField } from '../../ui/time-zone-field.tsx';
import { findTypedDomain } from './typed-domain.ts';

/** What the set-up asks for, by the names that the server knows. */
export type Draft = {
  email: string;
  password: string;
  domain: string;
  workspaceName: string;
  timezone: string;
  currency: string;
};

type DraftFieldsProps = { draft: Draft; submission: Submission; change(part: Partial<Draft>): void };

export function OwnerFields({ draft, submission, change }: DraftFieldsProps) {
  return (
    <fieldset className="entrance-group">
      <legend className="entrance-legend">You</legend>
      <TextField
        label="Email"
        type="email"
        required
        autoFocus
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
  const domain = findTypedDomain(draft.domain);
  return (
    <fieldset className="entrance-group">
      <legend className="entrance-legend">Your website</legend>
      <TextField
        label="Domain"
        placeholder="example.com"
        hint={
          domain
            ? `Counts ${domain} with www and all other subdomains.`
            : 'Or the address of any of its pages. More domains and websites can be added later.'
        }
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        error={submission.errorOf('domain')}
        value={draft.domain}
        onChange={(event) => change({ domain: event.target.value })}
      />
      <TextField
        label="Workspace (optional)"
        placeholder={domain ?? 'Your company or team'}
        hint="Holds your websites and the people who see them."
        maxLength={255}
        autoComplete="organization"
        error={submission.errorOf('workspaceName')}
        value={draft.workspaceName}
        onChange={(event) => change({ workspaceName: event.target.value })}
      />
      <div className="entrance-pair">
        <TimeZoneField
          value={draft.timezone}
          error={submission.errorOf('timezone')}
          onChange={(timezone) => change({ timezone })}
        />
        <CurrencyField
          value={draft.currency}
          error={submission.errorOf('currency')}
          onChange={(currency) => change({ currency })}
        />
      </div>
    </fieldset>
  );
}

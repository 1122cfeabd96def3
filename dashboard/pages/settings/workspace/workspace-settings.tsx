import { useState } from 'react';
import { useRefreshAppState, type Workspace } from '../../../api/app-state.ts';
import { ask } from '../../../api/ask.ts';
import { addressOf } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { CurrencyField } from '../../../ui/currency-field.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { TimeZoneField } from '../../../ui/time-zone-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card } from '../card.tsx';

const retentionChoices: readonly { days: number; label: string }[] = [
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 180, label: '180 days' },
  { days: 365, label: '1 year' },
  { days: 730, label: '2 years' },
  { days: 1825, label: '5 years' },
];

export function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const [name, setName] = useState(workspace.name);
  const [retentionDays, setRetentionDays] = useState(workspace.retentionDays);
  const [timezone, setTimezone] = useState(workspace.timezone);
  const [currency, setCurrency] = useState(workspace.currency);
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    const body = { name, retentionDays, timezone, currency };
    await ask(addressOf(workspace.id), { method: 'PATCH', body });
    await refresh();
    showToast('The workspace is saved.');
  });
  const isChanged =
    name !== workspace.name ||
    retentionDays !== workspace.retentionDays ||
    timezone !== workspace.timezone ||
    currency !== workspace.currency;
  return (
    <Card title="Workspace" lead="For all websites in it and everybody who sees them.">
      <Form submission={submission} action="Save" disabled={!isChanged}>
        <TextField
          label="Name"
          required
          maxLength={255}
          error={submission.errorOf('name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TimeZoneField value={timezone} onChange={setTimezone} error={submission.errorOf('timezone')} />
        <CurrencyField value={currency} onChange={setCurrency} error={submission.errorOf('currency')} />
        <SelectField
          label="How far back reports go"
          hint="Records that are older do not show in reports, here and in the API."
          error={submission.errorOf('retentionDays')}
          value={retentionDays ?? ''}
          onChange={({ target }) => setRetentionDays(target.value === '' ? null : Number(target.value))}
        >
          <option value="">No limit</option>
          {listRetentions(workspace.retentionDays).map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
      </Form>
    </Card>
  );
}

/** The command line sets any number of days. */
function listRetentions(own: number | null): typeof retentionChoices {
  if (own === null || retentionChoices.some(({ days }) => days === own)) return retentionChoices;
  const choices = [...retentionChoices, { days: own, label: `${own} days` }];
  return choices.sort((one, other) => one.days - other.days);
}

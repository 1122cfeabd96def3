import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import type { Frequency, ScheduledReport } from '../../../api/automation.ts';
import { type Submission, useSubmission } from '../../../api/use-submission.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { TimeZoneField } from '../../../ui/time-zone-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { parseAddressLines } from '../automation/address-lines.ts';
import { LinesField } from '../automation/lines-field.tsx';
import { NameField } from '../automation/name-field.tsx';
import { ScopeFields } from '../automation/scope-fields.tsx';
import { formatHour, frequencies } from './report-words.ts';

type Draft = {
  websiteId: string;
  segmentId: string | null;
  name: string;
  frequency: Frequency;
  timezone: string;
  hour: number;
  recipients: string;
};

export type ReportDialogProps = {
  address: string;
  /** Undefined: a new one. */
  report: ScheduledReport | undefined;
  refresh(): Promise<void>;
  onClose(): void;
};

export function ReportDialog({ address, report, refresh, onClose }: ReportDialogProps) {
  const { state, workspace } = usePlace();
  const [draft, setDraft] = useState<Draft>(() => ({
    websiteId: report?.websiteId ?? workspace.websites[0]?.id ?? '',
    segmentId: report?.segmentId ?? null,
    name: report?.name ?? 'Weekly report',
    frequency: report?.frequency ?? 'weekly',
    timezone: report?.timezone ?? workspace.timezone,
    hour: report?.hour ?? 8,
    recipients: (report?.recipients ?? [state.user?.email ?? '']).join('\n'),
  }));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const { websiteId, ...facts } = draft;
    const body = { ...facts, recipients: parseAddressLines(draft.recipients) };
    if (report) await ask(`${address}/${report.id}`, { method: 'PATCH', body });
    else await ask(address, { method: 'POST', body: { websiteId, ...body } });
    await refresh();
    showToast(`${draft.name} is saved.`);
    onClose();
  });
  return (
    <Dialog title={report ? `Edit ${report.name}` : 'New email report'} onClose={onClose}>
      <Form submission={submission} action={report ? 'Save the report' : 'Make the report'}>
        <NameField
          hint="Shown in the subject of the email."
          value={draft.name}
          submission={submission}
          onChange={(name) => change({ name })}
        />
        <ScopeFields scope={draft} isNew={!report} submission={submission} onChange={change} />
        <TimeFields draft={draft} submission={submission} change={change} />
        <LinesField
          label="Recipients"
          hint="Anybody with an email address. Each mail has a link to unsubscribe from it."
          error={submission.errorOf('recipients')}
          value={draft.recipients}
          onChange={(recipients) => change({ recipients })}
        />
      </Form>
    </Dialog>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);

type TimeFieldsProps = { draft: Draft; submission: Submission; change(part: Partial<Draft>): void };

function TimeFields({ draft, submission, change }: TimeFieldsProps) {
  const chosen = frequencies.find(({ frequency }) => frequency === draft.frequency);
  return (
    <>
      <div className="field-pair">
        <SelectField
          label="How often"
          hint={chosen?.tells}
          value={draft.frequency}
          onChange={(event) => change({ frequency: event.target.value as Frequency })}
        >
          {frequencies.map(({ frequency, label }) => (
            <option key={frequency} value={frequency}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="At"
          value={draft.hour}
          onChange={(event) => change({ hour: Number(event.target.value) })}
        >
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {formatHour(hour)}
            </option>
          ))}
        </SelectField>
      </div>
      <TimeZoneField
        label="Time zone of the recipients"
        value={draft.timezone}
        error={submission.errorOf('timezone')}
        onChange={(timezone) => change({ timezone })}
      />
    </>
  );
}

import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import type { Alert, AlertCondition, AlertMetric } from '../../../api/automation.ts';
import { type Submission, useSubmission } from '../../../api/use-submission.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { NameField } from '../automation/name-field.tsx';
import { ScopeFields } from '../automation/scope-fields.tsx';
import {
  conditionLabels,
  conditions,
  formatWindow,
  listWindows,
  metricLabels,
  metrics,
} from './alert-words.ts';
import { newTarget, type TargetDraft, TargetFields, toDraft, toTargets } from './target-fields.tsx';

type Draft = {
  websiteId: string;
  segmentId: string | null;
  name: string;
  metric: AlertMetric;
  condition: AlertCondition;
  threshold: string;
  windowMinutes: number;
  enabled: boolean;
  targets: TargetDraft[];
};

export type AlertDialogProps = {
  address: string;
  /** Undefined: a new one. */
  alert: Alert | undefined;
  refresh(): Promise<void>;
  onClose(): void;
};

export function AlertDialog({ address, alert, refresh, onClose }: AlertDialogProps) {
  const { state, workspace } = usePlace();
  const [draft, setDraft] = useState<Draft>(() => ({
    websiteId: alert?.websiteId ?? workspace.websites[0]?.id ?? '',
    segmentId: alert?.segmentId ?? null,
    name: alert?.name ?? '',
    metric: alert?.metric ?? 'visitors',
    condition: alert?.condition ?? 'anomaly',
    threshold: String(alert?.threshold ?? ''),
    windowMinutes: alert?.windowMinutes ?? 60,
    enabled: alert?.enabled ?? true,
    targets: alert
      ? alert.targets.map(toDraft)
      : [state.mail ? newTarget('email', state.user?.email) : newTarget('webhook')],
  }));
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const { websiteId, threshold, targets, ...facts } = draft;
    const number = threshold.trim() === '' ? null : Number(threshold);
    const body = { ...facts, threshold: number, targets: toTargets(targets) };
    if (alert) await ask(`${address}/${alert.id}`, { method: 'PATCH', body });
    else await ask(address, { method: 'POST', body: { websiteId, ...body } });
    await refresh();
    showToast(`${draft.name} is saved.`);
    onClose();
  });
  return (
    <Dialog title={alert ? `Edit ${alert.name}` : 'New alert'} onClose={onClose}>
      <Form submission={submission} action={alert ? 'Save the alert' : 'Make the alert'}>
        <NameField
          hint="Shown at the top of each message."
          placeholder="Traffic is odd"
          value={draft.name}
          submission={submission}
          onChange={(name) => change({ name })}
        />
        <ScopeFields scope={draft} isNew={!alert} submission={submission} onChange={change} />
        <RuleFields draft={draft} submission={submission} change={change} />
        <TargetFields
          targets={draft.targets}
          error={submission.errorOf('targets')}
          onChange={(targets) => change({ targets })}
        />
        <Checkbox
          label="On"
          hint="An alert that is off is not checked."
          checked={draft.enabled}
          onChange={(event) => change({ enabled: event.target.checked })}
        />
      </Form>
    </Dialog>
  );
}

type RuleFieldsProps = { draft: Draft; submission: Submission; change(part: Partial<Draft>): void };

function RuleFields({ draft, submission, change }: RuleFieldsProps) {
  const isSilence = draft.metric === 'no_data';
  return (
    <div className="field-pair">
      <SelectField
        label="When"
        value={draft.metric}
        onChange={(event) => change({ metric: event.target.value as AlertMetric })}
      >
        {metrics.map((metric) => (
          <option key={metric} value={metric}>
            {metricLabels[metric]}
          </option>
        ))}
      </SelectField>
      {!isSilence && (
        <SelectField
          label="Condition"
          hint={draft.condition === 'anomaly' ? 'Against the same hours of the last four weeks.' : undefined}
          value={draft.condition}
          onChange={(event) => change({ condition: event.target.value as AlertCondition })}
        >
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionLabels[condition]}
            </option>
          ))}
        </SelectField>
      )}
      {!isSilence && draft.condition !== 'anomaly' && (
        <TextField
          label="Number"
          type="number"
          step="any"
          required
          error={submission.errorOf('threshold')}
          value={draft.threshold}
          onChange={(event) => change({ threshold: event.target.value })}
        />
      )}
      <SelectField
        label={isSilence ? 'For' : 'Within'}
        error={submission.errorOf('windowMinutes')}
        value={draft.windowMinutes}
        onChange={(event) => change({ windowMinutes: Number(event.target.value) })}
      >
        {listWindows(draft.windowMinutes).map((minutes) => (
          <option key={minutes} value={minutes}>
            {formatWindow(minutes)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

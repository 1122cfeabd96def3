import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import type { Goal, GoalDraft, GoalType } from '../../../api/goals.ts';
import { useReport } from '../../../api/reports.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { matchPath } from './match-path.ts';
import type { SeenPage } from './suggest-goals.ts';

export type GoalDialogProps = {
  address: string;
  place: { uuid: string; websiteId: string };
  /** Undefined: a new one. */
  goal: Goal | undefined;
  draft: Partial<GoalDraft>;
  refresh(): Promise<void>;
  onClose(): void;
};

const wordsOf: Record<GoalType, { label: string; hint: string }> = {
  page: {
    label: 'Path',
    hint: 'As reports show it. * stands for any characters: /docs/* is every page below /docs/.',
  },
  event: {
    label: 'Event',
    hint: 'The name as it is sent. Of what the script captures by itself: outbound, download, form.',
  },
};

export function GoalDialog({ address, place, goal, draft: given, refresh, onClose }: GoalDialogProps) {
  const [draft, setDraft] = useState<GoalDraft>({
    name: given.name ?? '',
    type: given.type ?? 'page',
    match: given.match ?? '',
  });
  const change = (part: Partial<GoalDraft>) => setDraft({ ...draft, ...part });
  const { label, hint } = wordsOf[draft.type];
  const submission = useSubmission(async () => {
    const body = { ...draft, name: draft.name.trim() || draft.match.trim(), match: draft.match.trim() };
    if (goal) await ask(`${address}/${goal.id}`, { method: 'PATCH', body });
    else await ask(address, { method: 'POST', body: { websiteId: place.uuid, ...body } });
    await refresh();
    showToast(`${body.name} is saved.`);
    onClose();
  });
  return (
    <Dialog title={goal ? `Edit ${goal.name}` : 'New goal'} onClose={onClose}>
      <Form submission={submission} action={goal ? 'Save the goal' : 'Make the goal'}>
        <SelectField
          label="Reached by"
          value={draft.type}
          onChange={(event) => change({ type: event.target.value as GoalType })}
        >
          <option value="page">Viewing a page</option>
          <option value="event">An event</option>
        </SelectField>
        <TextField
          label={label}
          hint={hint}
          required
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={submission.errorOf('match')}
          value={draft.match}
          onChange={(event) => change({ match: event.target.value })}
        />
        {draft.type === 'page' && <Preview websiteId={place.websiteId} match={draft.match.trim()} />}
        <TextField
          label="Name"
          hint={draft.type === 'page' ? 'How reports call it.' : 'For this list. Reports show the event.'}
          placeholder={draft.match}
          maxLength={255}
          autoComplete="off"
          error={submission.errorOf('name')}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </Form>
    </Dialog>
  );
}

/** So that nobody has to save a path to see whether it is right. */
function Preview({ websiteId, match }: { websiteId: string; match: string }) {
  const { base } = usePlace();
  const query = { website_id: websiteId, limit: 1000 };
  const { data } = useReport<SeenPage>({ base, path: 'pixel/metrics/top_pages', query });
  if (!data || match === '') return null;
  const meant = data.data.filter(({ path }) => matchPath(match, path));
  const views = meant.reduce((sum, page) => sum + Number(page.views), 0);
  const pages = meant.length === 1 ? '1 page' : `${meant.length.toLocaleString('en-US')} pages`;
  return (
    <p className="goals-preview" role="status">
      {meant.length === 0
        ? 'No page that was viewed in the last 30 days matches.'
        : `${pages} with ${views.toLocaleString('en-US')} views in the last 30 days.`}
    </p>
  );
}

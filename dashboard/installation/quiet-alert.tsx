import { useState } from 'react';
import type { AppState, Website, Workspace } from '../api/app-state.ts';
import { ask } from '../api/ask.ts';
import { addressOf } from '../api/settings.ts';
import { useSubmission } from '../api/use-submission.ts';
import { nameOf } from '../shell/place.tsx';
import { Button } from '../ui/button.tsx';
import { IconCheck } from '../ui/icons.tsx';

const choices = [30, 60, 180, 720];

export type QuietAlertProps = { state: AppState; workspace: Workspace; website: Website };

/** For a website that was just made: an alert for when its visits stop coming, by one click. */
export function QuietAlert({ state, workspace, website }: QuietAlertProps) {
  const [minutes, setMinutes] = useState(60);
  const [isMade, setIsMade] = useState(false);
  const address = state.user?.email ?? '';
  const submission = useSubmission(async () => {
    const body = {
      websiteId: website.id,
      name: `No traffic on ${nameOf(website)}`,
      metric: 'no_data',
      windowMinutes: minutes,
      targets: [{ kind: 'email', address }],
    };
    await ask(addressOf(workspace.id, '/alerts'), { method: 'POST', body });
    setIsMade(true);
  });
  // Without mail it would tell nobody; other ways are set up in the settings.
  if (!state.mail || workspace.role === 'viewer') return null;
  if (isMade) {
    return (
      <p className="quiet-alert" role="status">
        <IconCheck />
        {address} hears of it when there is no traffic for {minutes} minutes.
      </p>
    );
  }
  return (
    <form className="quiet-alert" onSubmit={submission.onSubmit}>
      <label>
        Tell me when there is no traffic for{' '}
        <select
          className="input"
          value={minutes}
          onChange={(event) => setMinutes(Number(event.target.value))}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice} minutes
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" busy={submission.busy}>
        Make the alert
      </Button>
      {submission.error && (
        <span className="field-error" role="alert">
          {submission.error}
        </span>
      )}
    </form>
  );
}

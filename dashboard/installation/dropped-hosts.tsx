import { useState } from 'react';
import { useRefreshAppState, type Website } from '../api/app-state.ts';
import { ask } from '../api/ask.ts';
import { addressOf } from '../api/settings.ts';
import { useSubmission } from '../api/use-submission.ts';
import { Button } from '../ui/button.tsx';
import { IconPlus } from '../ui/icons.tsx';
import { showToast } from '../ui/toast.tsx';

export type DroppedHost = { host: string; hits: string; last_at: string };

/** Those that are still outside: one that was added since is counted from now on. */
export function findForeignHosts(website: Website, rows: readonly DroppedHost[]): DroppedHost[] {
  const isInside = (host: string) =>
    website.domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  return rows.filter(({ host }) => !isInside(host));
}

type AddDomainProps = { workspaceId: string; website: Website; host: string };

/** Makes the host of a hit that was left out one of the website's domains. */
export function AddDomain({ workspaceId, website, host }: AddDomainProps) {
  const refresh = useRefreshAppState();
  const [isAdded, setIsAdded] = useState(false);
  const submission = useSubmission(async () => {
    const body = { domains: [...website.domains, host] };
    await ask(addressOf(workspaceId, `/websites/${website.id}`), { method: 'PATCH', body });
    setIsAdded(true);
    await refresh();
    showToast(`Visits on ${host} are counted from now on.`);
  });
  return (
    <span className="add-domain">
      <Button icon={IconPlus} busy={submission.busy} disabled={isAdded} onClick={() => void submission.run()}>
        Add this domain
        <span className="unseen">{host}</span>
      </Button>
      {(submission.error ?? submission.errorOf('domains')) && (
        <span className="field-error" role="alert">
          {submission.error ?? submission.errorOf('domains')}
        </span>
      )}
    </span>
  );
}

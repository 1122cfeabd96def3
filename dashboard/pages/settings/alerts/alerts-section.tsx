import { useState } from 'react';
import { Link } from 'wouter';
import type { Alert } from '../../../api/automation.ts';
import { addressOf, useListed, useRefreshListed } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState, Notice } from '../../../ui/states.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { AlertItem } from './alert-item.tsx';

const lookAgainMs = 30_000;

export function AlertsSection() {
  const { state, workspace } = usePlace();
  const address = addressOf(workspace.id, '/alerts');
  const alerts = useListed<Alert>(address, lookAgainMs);
  const refresh = useRefreshListed(address);
  const [adds, setAdds] = useState(false);
  const hasWebsite = workspace.websites.length > 0;
  return (
    <Card
      title="Alerts"
      lead="Messages when figures pass a number, are unusual, or stop coming. There are at most two in 24 hours from each alert, one of them when it is over."
      action={
        <Button look="primary" icon={IconPlus} disabled={!hasWebsite} onClick={() => setAdds(true)}>
          New alert
        </Button>
      }
    >
      {!state.mail && (
        <Notice tone="warn">
          No mail server is configured, so alerts go by webhook, Slack and Discord alone. Whoever runs
          Footfall sets FOOTFALL_SMTP_URL, FOOTFALL_MAIL_FROM and FOOTFALL_PUBLIC_URL.
        </Notice>
      )}
      <Listed query={alerts}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState guide={null} title="No alerts yet">
              {hasWebsite ? (
                'Begin with one for no data: it tells you when the code was lost in a deployment.'
              ) : (
                <>
                  <Link href={`/w/${workspace.id}/settings/websites`}>Add a website</Link> first.
                </>
              )}
            </EmptyState>
          ) : (
            <Items label="Alerts">
              {listed.map((alert) => (
                <AlertItem key={alert.id} alert={alert} address={address} refresh={refresh} />
              ))}
            </Items>
          )
        }
      </Listed>
      {adds && (
        <AlertDialog address={address} alert={undefined} refresh={refresh} onClose={() => setAdds(false)} />
      )}
    </Card>
  );
}

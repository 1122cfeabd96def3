import { useState } from 'react';
import { Link } from 'wouter';
import type { ScheduledReport } from '../../../api/automation.ts';
import { addressOf, useListed, useRefreshListed } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState, Notice } from '../../../ui/states.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { ReportItem } from './report-item.tsx';

/** After a mail was asked for, whether it was sent is seen a moment later. */
const lookAgainMs = 15_000;

export function ReportsSection() {
  const { state, workspace } = usePlace();
  const address = addressOf(workspace.id, '/reports');
  const reports = useListed<ScheduledReport>(address, lookAgainMs);
  const refresh = useRefreshListed(address);
  const [adds, setAdds] = useState(false);
  const hasWebsite = workspace.websites.length > 0;
  return (
    <Card
      title="Email reports"
      lead="The figures of a day, a week or a month by email, with a chart and what changed, at an hour of your choice."
      action={
        <Button look="primary" icon={IconPlus} disabled={!hasWebsite} onClick={() => setAdds(true)}>
          New report
        </Button>
      }
    >
      {!state.mail && (
        <Notice tone="warn">
          No mail server is configured, so nothing is sent. Whoever runs Footfall sets FOOTFALL_SMTP_URL,
          FOOTFALL_MAIL_FROM and FOOTFALL_PUBLIC_URL.
        </Notice>
      )}
      <Listed query={reports}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState title="No reports yet" guide={null}>
              {hasWebsite ? (
                'Make one for everybody who wants the figures without looking for them.'
              ) : (
                <>
                  <Link href={`/w/${workspace.id}/settings/websites`}>Add a website</Link> first.
                </>
              )}
            </EmptyState>
          ) : (
            <Items label="Email reports">
              {listed.map((report) => (
                <ReportItem key={report.id} report={report} address={address} refresh={refresh} />
              ))}
            </Items>
          )
        }
      </Listed>
      {adds && (
        <ReportDialog address={address} report={undefined} refresh={refresh} onClose={() => setAdds(false)} />
      )}
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';
import { askReport } from '../api/reports.ts';
import { addressOf, type Member, type PendingInvitation } from '../api/settings.ts';
import { isOwner, useWebsite } from '../shell/place.tsx';

export type StepName = 'goal' | 'payment' | 'invite' | 'mail';

const askEveryMs = 10_000;

/** Which of the first steps are done; undefined until that is known. Those that the role cannot take are left out. */
export function useSteps(): ReadonlyMap<StepName, boolean> | undefined {
  const place = useWebsite();
  const { workspace, website, base } = place;
  const report = async (name: string) => {
    const query = { website_id: website.websiteId, limit: 1 };
    return (await askReport({ base, path: `pixel/metrics/${name}`, query })).rows > 0;
  };
  const { data } = useQuery({
    queryKey: ['first-steps', website.websiteId],
    async queryFn() {
      const [goal, payment, mail, invite] = await Promise.all([
        report('goal_conversions'),
        report('attributed_revenue'),
        hasScheduledReport(workspace.id, website.id),
        isOwner(place) ? hasCompany(workspace.id) : undefined,
      ]);
      const steps: [StepName, boolean | undefined][] = [
        ['goal', goal],
        ['payment', payment],
        ['invite', invite],
        ['mail', mail],
      ];
      return steps.filter((step): step is [StepName, boolean] => step[1] !== undefined);
    },
    // A step that is taken elsewhere shows here by itself.
    refetchInterval: askEveryMs,
  });
  return data && new Map(data);
}

async function hasScheduledReport(workspaceId: string, websiteUuid: string): Promise<boolean> {
  const address = addressOf(workspaceId, `/api/pixel/reports?website_id=${websiteUuid}&limit=1`);
  return (await ask<{ data: unknown[] }>(address)).data.length > 0;
}

async function hasCompany(workspaceId: string): Promise<boolean> {
  const [members, invitations] = await Promise.all([
    ask<Member[]>(addressOf(workspaceId, '/members')),
    ask<PendingInvitation[]>(addressOf(workspaceId, '/invitations')),
  ]);
  return members.length > 1 || invitations.length > 0;
}

import { useQuery } from '@tanstack/react-query';
import type { Website } from '../api/app-state.ts';
import { ask } from '../api/ask.ts';
import { IconCheck, IconWarning } from '../ui/icons.tsx';
import { addDays, dayIn } from '../view/day.ts';
import { AddDomain, type DroppedHost, findForeignHosts } from './dropped-hosts.tsx';

type Watched = { workspaceId: string; websiteId: string };
type Rows<Row> = { data: { data: Row[] } };
type HealthRow = { check: string; value: string; last_at: string | null; reason: string };

const askEveryMs = 1500;
const adviseEveryMs = 4000;

/** True from the first record on, as the report of the tracking check says; undefined until it is asked. */
export function useHasArrived({ workspaceId, websiteId }: Watched): boolean | undefined {
  const { data } = useQuery({
    queryKey: ['first-visit', websiteId],
    queryFn: async ({ signal }) => {
      const address = `/app/workspaces/${workspaceId}/api/pixel/analytics/overview?website_id=${websiteId}`;
      const [row] = (await ask<Rows<{ status: string }>>(address, { signal })).data.data;
      return row !== undefined && row.status !== 'never';
    },
    refetchInterval: ({ state }) => (state.data ? false : askEveryMs),
  });
  return data;
}

/** Drops that say something about how the tag was put in; crawlers come to every new address. */
const telling = [
  'domain_mismatch',
  'local_pages',
  'automated_browsers',
  'invalid_messages',
  'excluded_paths',
];

type Advice = { check: string; reason: string };

/** Why a visit came and was left out, of the newest one; null where none was. */
function useAdvice({ workspaceId, websiteId }: Watched, isWanted: boolean): Advice | null | undefined {
  const { data } = useQuery({
    queryKey: ['first-visit-advice', websiteId],
    queryFn: async ({ signal }) => {
      const address = `/app/workspaces/${workspaceId}/api/pixel/metrics/tracking_health?website_id=${websiteId}`;
      const rows = (await ask<Rows<HealthRow>>(address, { signal })).data.data;
      const left = rows.filter(({ check, value }) => telling.includes(check) && value !== '0');
      left.sort((one, other) => (other.last_at ?? '').localeCompare(one.last_at ?? ''));
      return left[0] ?? null;
    },
    refetchInterval: adviseEveryMs,
    enabled: isWanted,
  });
  return data;
}

type FirstVisitProps = { workspaceId: string; website: Website; domain: string };

/** Waits in sight until the first record of the website is there. */
export function FirstVisit({ workspaceId, website, domain }: FirstVisitProps) {
  const watched = { workspaceId, websiteId: website.websiteId };
  const hasArrived = useHasArrived(watched);
  const advice = useAdvice(watched, hasArrived === false);
  return (
    <div className={`first-visit ${hasArrived ? 'first-visit-arrived' : ''}`}>
      <div className="first-visit-sign" aria-hidden="true">
        {hasArrived && <IconCheck size={20} />}
      </div>
      <div role="status">
        <p className="first-visit-title">{titleOf(hasArrived)}</p>
        <p className="first-visit-text">
          {hasArrived
            ? `${domain} is being counted.`
            : `Open ${domain} in a browser. This page notices by itself.`}
        </p>
        {advice && !hasArrived && (
          <LeftOut key={advice.check} workspaceId={workspaceId} website={website} advice={advice} />
        )}
      </div>
    </div>
  );
}

type LeftOutProps = { workspaceId: string; website: Website; advice: Advice };

function LeftOut({ workspaceId, website, advice }: LeftOutProps) {
  const isForeign = advice.check === 'domain_mismatch';
  const { data } = useQuery({
    queryKey: ['first-visit-hosts', website.websiteId, advice.reason],
    queryFn: async ({ signal }) => {
      const today = dayIn('UTC', Date.now());
      const days = `from_date=${addDays(today, -1)}&to_date=${addDays(today, 1)}`;
      const path = `api/pixel/analytics/dropped-hosts?website_id=${website.websiteId}&${days}`;
      return (await ask<Rows<DroppedHost>>(`/app/workspaces/${workspaceId}/${path}`, { signal })).data.data;
    },
    enabled: isForeign,
  });
  const foreign = findForeignHosts(website, data ?? []);
  // The domain was added since: the next visit on it counts.
  if (isForeign && data && foreign.length === 0) return null;
  return (
    <div className="first-visit-advice">
      <IconWarning />
      <div>
        <p>A visit came and was left out. {advice.reason}</p>
        {foreign[0] && <AddDomain workspaceId={workspaceId} website={website} host={foreign[0].host} />}
      </div>
    </div>
  );
}

function titleOf(hasArrived: boolean | undefined): string {
  if (hasArrived === undefined) return 'Looking for visits…';
  return hasArrived ? 'It works' : 'Waiting for the first visit…';
}

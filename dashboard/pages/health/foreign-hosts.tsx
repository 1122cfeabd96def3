import { useReport } from '../../api/reports.ts';
import { formatCount } from '../../format/numbers.ts';
import { AddDomain, type DroppedHost, findForeignHosts } from '../../installation/dropped-hosts.tsx';
import { canWrite, useWebsite } from '../../shell/place.tsx';
import type { Look } from '../../view/use-look.ts';
import { withoutFilters } from '../../view/without-filters.ts';

/** Where the script runs without being counted, with the way to change that. */
export function ForeignHosts({ look }: { look: Look }) {
  const place = useWebsite();
  const question = withoutFilters(look.question('pixel/analytics/dropped-hosts'));
  const { data } = useReport<DroppedHost>(question);
  const hosts = findForeignHosts(place.website, data?.data ?? []);
  if (hosts.length === 0) return null;
  return (
    <ul className="foreign-hosts" aria-label="Hosts that are left out">
      {hosts.map(({ host, hits }) => (
        <li key={host} data-foreign-host={host}>
          <code>{host}</code>
          <span className="muted">{`${formatCount(Number(hits))} ${hits === '1' ? 'hit' : 'hits'}`}</span>
          {canWrite(place) && (
            <AddDomain workspaceId={place.workspace.id} website={place.website} host={host} />
          )}
        </li>
      ))}
    </ul>
  );
}

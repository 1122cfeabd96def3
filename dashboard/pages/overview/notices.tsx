import { Link } from 'wouter';
import { toNumber, useReport } from '../../api/reports.ts';
import { nameOf, useWebsite } from '../../shell/place.tsx';
import { Notice } from '../../ui/states.tsx';
import { countFilters } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';

/** What explains the numbers below, where they could mislead. */
export function Notices({ look }: { look: Look }) {
  const { data } = useReport(look.question('pixel/analytics/headline'));
  if (!data) return null;
  if (data.data_status === 'delayed') {
    return (
      <Notice tone="warn">
        New visits arrive faster than they can be counted; numbers lag behind by a moment.
      </Notice>
    );
  }
  const isEmpty = toNumber(data.data[0]?.visitors) === 0 && countFilters(look.view.filters) === 0;
  return isEmpty ? <NeverNotice look={look} /> : null;
}

type Check = { status: 'receiving' | 'silent' | 'never' };

/** Nobody in these days may also mean that nobody was ever counted. */
function NeverNotice({ look }: { look: Look }) {
  const { workspace, website } = useWebsite();
  const { data } = useReport<Check>(look.shared ? undefined : look.question('pixel/analytics/overview'));
  if (data?.data[0]?.status !== 'never') return null;
  return (
    <Notice>
      No visit to {nameOf(website)} was counted yet. Put the script on its pages:{' '}
      <Link href={`/w/${workspace.id}/settings/websites`}>show the snippet</Link>.
    </Notice>
  );
}

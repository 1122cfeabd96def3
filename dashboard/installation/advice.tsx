import { Link } from 'wouter';
import { useReport } from '../api/reports.ts';
import { canWrite, nameOf, useWebsite } from '../shell/place.tsx';
import { countFilters } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';
import { withoutFilters } from '../view/without-filters.ts';

type Check = { status: 'receiving' | 'silent' | 'never' };

/** Whether nothing was ever counted on the website; false while nobody knows. */
export function useIsUnvisited(look: Look): boolean {
  const question = withoutFilters(look.question('pixel/analytics/overview'));
  const { data } = useReport<Check>(look.shared ? undefined : question);
  return data?.data[0]?.status === 'never';
}

/** What to do about an empty answer: without any visit there is one thing to do, else filters are the likely reason. */
export function Advice({ look, otherwise }: { look: Look; otherwise: string }) {
  const isUnvisited = useIsUnvisited(look);
  if (isUnvisited) return <FirstAdvice />;
  if (countFilters(look.view.filters) > 0) {
    return 'No visits match the filters. Remove one, or choose more days.';
  }
  // Whoever came by a link can do nothing about the website.
  return look.shared ? 'Choose more days.' : otherwise;
}

export function FirstAdvice() {
  const place = useWebsite();
  const { workspace, website } = place;
  return (
    <>
      No visit to {nameOf(website)} was counted yet.{' '}
      {canWrite(place) ? (
        <>
          Put the script on its pages:{' '}
          <Link href={`/w/${workspace.id}/settings/websites`}>show the snippet</Link>.
        </>
      ) : (
        'Ask an owner of the workspace to put the script on its pages.'
      )}
    </>
  );
}

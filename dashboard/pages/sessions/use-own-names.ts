import { useReport } from '../../api/reports.ts';
import { findOwnName } from '../../people/own-name.ts';
import { canOpen, useWebsite } from '../../shell/place.tsx';
import type { Look } from '../../view/use-look.ts';
import { withoutFilters } from '../../view/without-filters.ts';

type Named = { visitor_id: string; traits: Record<string, unknown> };

/** The API answers no more at once: of those who were identified, the latest. */
const mostNamed = 1000;

/** What people are called by the traits that were sent of them, by visitor; a link may not show who they are. */
export function useOwnNames(look: Look): ReadonlyMap<string, string> {
  const place = useWebsite();
  const extra = { who: 'identified', limit: mostNamed };
  const question = withoutFilters(look.question('pixel/analytics/people', extra));
  const { data } = useReport<Named>(canOpen(place, 'visitors') ? question : undefined);
  const names = new Map<string, string>();
  for (const { visitor_id, traits } of data?.data ?? []) {
    const name = findOwnName(traits);
    if (name !== undefined) names.set(visitor_id, name);
  }
  return names;
}

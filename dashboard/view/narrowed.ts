import { countFilters } from './filters.ts';
import type { Look } from './use-look.ts';

/** What to do about an empty answer: filters are the likelier reason where there are some. */
export function adviceFor({ view }: Look, otherwise: string): string {
  return countFilters(view.filters) > 0
    ? 'Nothing passes the filters. Take one away, or choose more days.'
    : otherwise;
}

import { countFilters } from './filters.ts';
import type { Look } from './use-look.ts';

/** What to do about an empty answer: filters are the likelier reason where there are some. */
export function adviceFor({ view, shared }: Look, otherwise: string): string {
  if (countFilters(view.filters) > 0) {
    return 'Nothing passes the filters. Take one away, or choose more days.';
  }
  // Whoever came by a link can do nothing about the website.
  return shared ? 'Choose more days.' : otherwise;
}

import { ApiError } from '../../contract/errors.ts';
import type { RawQuery } from '../../contract/raw-query.ts';
import { dashboardFilterNames, type Filter, parseDashboardFilters } from './filters.ts';

/**
 * The filters of a segment as parameters of a report. Segments hold whatever the API was sent. One that reports cannot
 * apply as a whole is refused: without a part of it, reports would show other sessions too.
 */
export function buildSegmentQuery(filters: Readonly<Record<string, unknown>>): RawQuery {
  const pairs = Object.entries(filters).map(([name, value]): [string, string | string[]] => {
    const refuse = (reason: string): never => {
      throw new ApiError('invalid_filter', {
        message: `The filter ${name} of the segment cannot be applied: ${reason}.`,
        details: { filter: name, reason },
      });
    };
    if (!dashboardFilterNames.includes(name)) return refuse('reports do not know it');
    if (typeof value === 'string') return [name, value];
    if (Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string'))
      return [name, value];
    return refuse('it is no text');
  });
  return Object.fromEntries(pairs);
}

export function parseSegmentFilters(filters: Readonly<Record<string, unknown>>): Filter[] {
  return parseDashboardFilters(buildSegmentQuery(filters));
}

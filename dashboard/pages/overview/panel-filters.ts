import type { Cell, Row } from '../../api/reports.ts';
import { type Filter, type FilterName, type Filters, withFilter } from '../../view/filters.ts';
import { type RowFilter, text } from './panel-facts.ts';

/** Filters of rows that are more than one value of one dimension. */

const sameFilter = (one: Filter | undefined, other: Filter) =>
  one?.operator === other.operator && one.values.join() === other.values.join();

export const none = '(none)';
export const noSource = '(direct)';

const is = (value: Cell | undefined): Filter => ({ operator: 'is', values: [text(value)] });

/** What a revenue row names. Its source is a tag or a referring host, and only a host has a dot. */
function revenueFilters(row: Row): Filters {
  const isTagged = row.medium !== none || row.campaign !== none;
  return {
    channel: is(row.channel),
    ...sourceFilters(text(row.source), isTagged),
    ...(row.medium !== none && { utm_medium: is(row.medium) }),
    ...(row.campaign !== none && { utm_campaign: is(row.campaign) }),
  };
}

function sourceFilters(source: string, isTagged: boolean): Filters {
  // Neither a tag nor a host; the channel says so already where nothing else tells.
  if (source === noSource) return isTagged ? { utm_source: is(none), referrer: is(noSource) } : {};
  if (isTagged) return { utm_source: is(source) };
  return source.includes('.') ? { referrer: is(source) } : {};
}

export const revenueFilter: RowFilter = {
  isOn: (filters, row) =>
    (Object.entries(revenueFilters(row)) as [FilterName, Filter][]).every(([name, filter]) =>
      sameFilter(filters[name], filter),
    ),
  toggle(filters, row) {
    const own = Object.entries(revenueFilters(row)) as [FilterName, Filter][];
    const isOn = own.every(([name, filter]) => sameFilter(filters[name], filter));
    return own.reduce((all, [name, filter]) => withFilter(all, name, isOn ? undefined : filter), filters);
  },
};

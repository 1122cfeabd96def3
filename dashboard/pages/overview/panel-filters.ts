import type { Cell, Row } from '../../api/reports.ts';
import { type Filter, type FilterName, type Filters, withFilter } from '../../view/filters.ts';
import { type RowFilter, text } from './panel-facts.ts';

/** Filters of rows that are more than one value of one dimension. */

const sameFilter = (one: Filter | undefined, other: Filter) =>
  one?.operator === other.operator && one.values.join() === other.values.join();

export const none = '(none)';

/** What a revenue row names. Its source is a tag or a referring host, and only a host has a dot. */
function revenueFilters(row: Row): Filters {
  const is = (value: Cell | undefined): Filter => ({ operator: 'is', values: [text(value)] });
  const isHost = text(row.source).includes('.');
  const isTagged = row.medium !== none || row.campaign !== none;
  return {
    channel: is(row.channel),
    ...(isTagged ? { utm_source: is(row.source) } : isHost && { referrer: is(row.source) }),
    ...(row.medium !== none && { utm_medium: is(row.medium) }),
    ...(row.campaign !== none && { utm_campaign: is(row.campaign) }),
  };
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

import { count } from './figures.ts';
import { findLiveRecords, shownWithin } from './live-window.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import type { Row, View } from './view.ts';

export function buildRealtimeMap(view: View): Row[] {
  const live = findLiveRecords(view);
  const rows = [...groupBy(live, (record) => shownWithin(live, 'country', record))].map(([country, own]) => ({
    country,
    visitors: count(distinct(own, ({ visitor }) => visitor)),
    events: count(own),
  }));
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ country }) => country),
  );
}

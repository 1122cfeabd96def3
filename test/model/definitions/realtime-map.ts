import { count } from './figures.ts';
import { findLiveRecords } from './live-window.ts';
import { ascending, descending, distinct, groupBy, inTime, sorted } from './order.ts';
import { type Deed, isHit } from './record.ts';
import type { Row, View } from './view.ts';

export function buildRealtimeMap(view: View): Row[] {
  const live = findLiveRecords(view);
  const rows = [...groupBy(live, (record) => countryOf(record, live))].map(([country, own]) => ({
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

/** A record without a country counts where its visitor was last seen within the window. */
function countryOf(record: Deed, live: readonly Deed[]): string {
  if (isHit(record) && record.facts.country !== '') return record.facts.country;
  const seen = live
    .filter(isHit)
    .filter(({ visitor, facts }) => visitor === record.visitor && facts.country !== '');
  return inTime(seen).at(-1)?.facts.country ?? 'ZZ';
}

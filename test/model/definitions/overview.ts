import { count, iso } from './figures.ts';
import { findLiveRecords } from './live-window.ts';
import { isDeed } from './record.ts';
import type { Row, View } from './view.ts';

export function buildOverview(view: View): Row[] {
  const live = findLiveRecords(view);
  const times = view.records.filter(isDeed).flatMap(({ ts }) => (ts <= view.now ? [ts] : []));
  return [
    {
      events_last_5m: count(live),
      last_event_at: times.length === 0 ? null : iso(Math.max(...times)),
      status: times.length === 0 ? 'never' : live.length > 0 ? 'receiving' : 'silent',
    },
  ];
}

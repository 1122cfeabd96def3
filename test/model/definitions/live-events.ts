import { iso, money } from './figures.ts';
import { findLiveRecords, shownWithin } from './live-window.ts';
import { inTime } from './order.ts';
import type { Deed } from './record.ts';
import type { Row, View } from './view.ts';

/** Newest first. */
export function buildLiveEvents(view: View): Row[] {
  const live = findLiveRecords(view);
  return inTime(live)
    .toReversed()
    .map((record) => ({
      ts: iso(record.ts),
      ...describe(record),
      country: shownWithin(live, 'country', record),
      device: shownWithin(live, 'device', record),
      browser: shownWithin(live, 'browser', record),
      visitor_id: record.visitor,
    }));
}

function describe(record: Deed): Row {
  const nothing = { path: null, name: null, amount: null, currency: null };
  switch (record.kind) {
    case 'pageview':
      return { type: 'pageview', ...nothing, path: record.path };
    case 'custom':
    case 'automatic':
    case 'goal':
      return { type: record.kind, ...nothing, name: record.name };
    case 'payment':
      return { type: 'payment', ...nothing, amount: money(record.micros), currency: record.currency };
    case 'identity':
      return { type: 'identify', ...nothing };
  }
}

import { iso, money } from './figures.ts';
import { inTime } from './order.ts';
import type { Deed } from './record.ts';
import { nameSession } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';
import { findDeeds } from './visitor-profile.ts';

/** The person's records in the range, newest first. */
export function buildVisitorTimeline(view: View): Row[] {
  return inTime(findDeeds(view).filter(isCovered(view)))
    .toReversed()
    .map((deed) => ({
      ts: iso(deed.ts),
      ...describe(deed),
      session_id: nameSession(view.records, deed),
    }));
}

const nothing = { path: null, name: null, details: {}, amount: null, currency: null };

function describe(deed: Deed): Row {
  switch (deed.kind) {
    case 'pageview':
      return { type: 'pageview', ...nothing, path: deed.path };
    case 'custom':
    case 'automatic':
      return { type: deed.kind, ...nothing, path: deed.path, name: deed.name, details: deed.details };
    case 'goal':
      return { type: 'goal', ...nothing, name: deed.name, details: deed.details };
    case 'payment':
      return { type: 'payment', ...nothing, amount: money(deed.micros), currency: deed.currency };
    case 'identity':
      return { type: 'identify', ...nothing, details: deed.traits };
  }
}

import { count } from './figures.ts';
import { findLiveRecords } from './live-window.ts';
import { ascending, descending, distinct, groupBy, keyOf, sorted } from './order.ts';
import { isHit } from './record.ts';
import { findSession } from './sessions.ts';
import { shown, shownSource } from './shown.ts';
import type { Row, View } from './view.ts';

/** Visitors with a hit within the window, by where the hit's session came from. */
export function buildLiveSources(view: View): Row[] {
  const visits = findLiveRecords(view)
    .filter(isHit)
    .map((hit) => {
      const session = findSession(view.records, hit);
      return { visitor: hit.visitor, source: shownSource(session), channel: shown('channel', session) };
    });
  const groups = groupBy(visits, ({ source, channel }) => keyOf(source, channel));
  const rows = [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ source, channel }) => ({
      source,
      channel,
      visitors: count(distinct(own, ({ visitor }) => visitor)),
    })),
  );
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ source }) => source),
    ascending(({ channel }) => channel),
  );
}

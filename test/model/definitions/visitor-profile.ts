import { count, iso, money, totalMicros } from './figures.ts';
import { inTime } from './order.ts';
import { buildPersons, findBest, findCounted } from './persons.ts';
import {
  type Deed,
  isConversion,
  isDeed,
  isHit,
  isIdentity,
  isPageview,
  isPayment,
  isReached,
} from './record.ts';
import { buildSessions, inOrderOfBeginning, type Session } from './sessions.ts';
import { shown, shownSource } from './shown.ts';
import { isCovered, isPaidSo, type Row, type View } from './view.ts';

/** What the person behind a visitor did: the person of each website asked for. Claims that count for nothing are no deeds. */
export function findDeeds(view: View): Deed[] {
  const { records } = view;
  const counted = new Set<Deed>(findCounted(records));
  return records
    .filter(isDeed)
    .filter((deed) => !isIdentity(deed) || counted.has(deed))
    .filter(isOfPerson(view));
}

function isOfPerson({ records, inputs }: View) {
  const { personOf } = buildPersons(records);
  return (deed: { website: string; visitor: string }): boolean =>
    personOf(deed) === personOf({ website: deed.website, visitor: inputs.visitorId });
}

/** One row, or none when there is no record in the range. */
export function buildVisitorProfile(view: View): Row[] {
  const deeds = findDeeds(view);
  const within = inTime(deeds.filter(isCovered(view)));
  const [first, last] = [within[0], within.at(-1)];
  if (!first || !last) return [];
  const sessions = findSessions(view, within);
  const lastSession = sessions.at(-1);
  const identity = findBest(deeds.filter(isIdentity));
  const reached = view.records.filter(isReached).filter(isCovered(view)).filter(isOfPerson(view));
  return [
    {
      visitor_id: view.inputs.visitorId,
      identified: identity !== undefined,
      first_seen: iso(first.ts),
      last_seen: iso(last.ts),
      sessions: count(sessions.filter(({ beganAt }) => isCovered(view)({ ts: beganAt }))),
      pageviews: count(within.filter(isPageview)),
      conversions: count([...within.filter(isConversion), ...reached]),
      revenue: money(
        totalMicros(
          within
            .filter(isPayment)
            .filter(isPaidSo(view))
            .map(({ micros }) => micros),
        ),
      ),
      country: shown('country', lastSession),
      device: shown('device', lastSession),
      browser: shown('browser', lastSession),
      os: shown('os', lastSession),
      language: shown('language', lastSession),
      first_source: shownSource(sessions[0]),
      last_source: shownSource(lastSession),
      traits: identity?.traits ?? {},
    },
  ];
}

/** Sessions with a hit among the deeds, in the order in which they began. */
function findSessions(view: View, deeds: readonly Deed[]): Session[] {
  const hits = new Set(deeds.filter(isHit));
  return inOrderOfBeginning(
    buildSessions(view.records).filter((session) => session.hits.some((hit) => hits.has(hit))),
  );
}

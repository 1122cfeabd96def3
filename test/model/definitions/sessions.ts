import { ascending, distinct, groupBy, inTime, keyOf, sorted } from './order.ts';
import { type Facts, type Hit, isHit, isLeave, isPageview, type Leave, type ModelRecord } from './record.ts';

/** All hits with one session ID on one website. It belongs to each visitor that has a hit in it. */
export type Session = {
  website: string;
  id: string;
  /** In the order of time: the first one tells the facts. */
  hits: readonly Hit[];
  leaves: readonly Leave[];
  pageviews: readonly Hit[];
  visitors: ReadonlySet<string>;
  facts: Facts;
  beganAt: number;
  /** Leaving a page is the session's last activity, and nothing else. */
  durationMs: number;
  bounced: boolean;
};

const known = new WeakMap<readonly ModelRecord[], Session[]>();

export function buildSessions(records: readonly ModelRecord[]): Session[] {
  const before = known.get(records);
  if (before) return before;
  const sessionOf = ({ website, session }: Hit | Leave) => keyOf(website, session);
  const leaves = groupBy(records.filter(isLeave), sessionOf);
  const sessions = [...groupBy(inTime(records.filter(isHit)), sessionOf)].map(([key, hits]) =>
    buildSession(hits, leaves.get(key) ?? []),
  );
  known.set(records, sessions);
  return sessions;
}

function buildSession(hits: readonly Hit[], leaves: readonly Leave[]): Session {
  const first = hits[0] as Hit;
  const pageviews = hits.filter(isPageview);
  const lastActivity = Math.max(...[...hits, ...leaves].map(({ ts }) => ts));
  return {
    website: first.website,
    id: first.session,
    hits,
    leaves,
    pageviews,
    visitors: distinct(hits, ({ visitor }) => visitor),
    facts: first.facts,
    beganAt: first.ts,
    durationMs: lastActivity - first.ts,
    bounced: pageviews.length === 1 && hits.length === 1,
  };
}

/** In the order in which they began; of equal ones the smaller ID is first. */
export function inOrderOfBeginning(sessions: readonly Session[]): Session[] {
  return sorted(
    sessions,
    ascending(({ beganAt }) => beganAt),
    ascending(({ id }) => id),
    ascending(({ website }) => website),
  );
}

/** The session that something belongs to: a hit to its own, all else to the visitor's last before it. */
export function findSession(
  records: readonly ModelRecord[],
  record: { website: string; visitor: string; ts: number; session?: string },
): Session | undefined {
  const sessions = buildSessions(records).filter(({ website }) => website === record.website);
  if (record.session !== undefined) return sessions.find(({ id }) => id === record.session);
  const before = sessions.filter(
    ({ visitors, beganAt }) => visitors.has(record.visitor) && beganAt <= record.ts,
  );
  return inOrderOfBeginning(before).at(-1);
}

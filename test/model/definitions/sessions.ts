import { once } from './once.ts';
import { ascending, distinct, groupBy, inTime, keyOf, sorted } from './order.ts';
import {
  type Automatic,
  type Facts,
  type Hit,
  isAutomatic,
  isConversion,
  isHit,
  isLeave,
  isPageview,
  isReached,
  type Leave,
  type ModelRecord,
  type Reached,
} from './record.ts';

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
  /** Leaving a page and automatic events are activities of the session, and nothing else. */
  durationMs: number;
  bounced: boolean;
  /** Names of the goals that belong to it. */
  goals: Set<string>;
};

export const buildSessions = once((records: readonly ModelRecord[]): Session[] => {
  const leaves = groupBy(records.filter(isLeave), sessionKey);
  const automatics = groupBy(records.filter(isAutomatic), sessionKey);
  const reached = groupBy(records.filter(isReached), sessionKey);
  return [...groupBy(inTime(records.filter(isHit)), sessionKey)].map(([key, hits]) =>
    buildSession(hits, leaves.get(key) ?? [], automatics.get(key) ?? [], reached.get(key) ?? []),
  );
});

/** The same sessions, which know their goals. */
export const buildSessionsWithGoals = once((records: readonly ModelRecord[]): Session[] => {
  for (const conversion of records.filter(isConversion)) {
    findSession(records, conversion)?.goals.add(conversion.name);
  }
  return buildSessions(records);
});

const sessionKey = ({ website, session }: { website: string; session: string }) => keyOf(website, session);

function buildSession(
  hits: readonly Hit[],
  leaves: readonly Leave[],
  automatics: readonly Automatic[],
  reached: readonly Reached[],
): Session {
  const first = hits[0] as Hit;
  const pageviews = hits.filter(isPageview);
  const lastActivity = Math.max(...[...hits, ...leaves, ...automatics].map(({ ts }) => ts));
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
    bounced: pageviews.length === 1 && hits.length === 1 && !reached.some(({ by }) => by === 'automatic'),
    goals: new Set(),
  };
}

/** In the order in which they began; of equal ones the one whose first record was accepted first. */
export function inOrderOfBeginning(sessions: readonly Session[]): Session[] {
  return sorted(
    sessions,
    ascending(({ beganAt }) => beganAt),
    ascending(({ hits }) => hits[0]?.seq ?? 0),
  );
}

/** The session that something belongs to: a hit to its own, all else to the visitor's last before it. */
export function findSession(
  records: readonly ModelRecord[],
  { website, visitor, ts, session }: { website: string; visitor: string; ts: number; session?: string },
): Session | undefined {
  if (session !== undefined) return sessionsById(records).get(sessionKey({ website, session }));
  const own = sessionsByVisitor(records).get(keyOf(website, visitor)) ?? [];
  return own.findLast(({ beganAt }) => beganAt <= ts);
}

/** The name of that session; a record of one without a hit has its name all the same. */
export function nameSession(
  records: readonly ModelRecord[],
  record: { website: string; visitor: string; ts: number; session?: string },
): string | null {
  return record.session ?? findSession(records, record)?.id ?? null;
}

const sessionsById = once(
  (records: readonly ModelRecord[]) =>
    new Map(buildSessions(records).map((each) => [keyOf(each.website, each.id), each])),
);

const sessionsByVisitor = once((records: readonly ModelRecord[]) => {
  const pairs = inOrderOfBeginning(buildSessions(records)).flatMap((session) =>
    [...session.visitors].map((visitor) => ({ session, key: keyOf(session.website, visitor) })),
  );
  const groups = groupBy(pairs, ({ key }) => key);
  return new Map([...groups].map(([key, own]) => [key, own.map(({ session }) => session)]));
});

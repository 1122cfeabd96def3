import { createHash, randomUUID } from 'node:crypto';

/** Visitors of data-cookieless: an id that changes with the day's salt, and sessions in memory alone. */
export type Cookieless = {
  identify(hit: CookielessHit): { visitorId: string; sessionId: string };
};

export type CookielessHit = {
  /** Today's salt first; with yesterday's, a visit that goes on over midnight stays one visit. */
  salts: readonly string[];
  websiteId: string;
  address: string;
  userAgent: string;
  /** The campaign tags of the page, joined; a view with a new set starts a new session. */
  tags: string;
  /**
   * Only a view starts a session by its tags: other messages may come from a tab that was opened before the session.
   */
  isView: boolean;
  at: number;
};

type Session = { id: string; startedAt: number; lastAt: number; tags: string };

const slidingMs = 30 * 60_000;
const longestMs = 24 * 60 * 60_000;
const mostSessions = 200_000;

export function createCookieless(): Cookieless {
  const sessions = new Map<string, Session>();

  const goesOn = (session: Session | undefined, hit: CookielessHit): session is Session =>
    session !== undefined &&
    hit.at - session.lastAt < slidingMs &&
    hit.at - session.startedAt < longestMs &&
    (!hit.isView || hit.tags === '' || hit.tags === session.tags);

  /** Oldest activity first, since every use puts an entry last. */
  const evictExpired = (now: number) => {
    for (const [visitorId, session] of sessions) {
      if (now - session.lastAt < slidingMs && sessions.size <= mostSessions) return;
      sessions.delete(visitorId);
    }
  };

  return {
    identify(hit) {
      evictExpired(hit.at);
      const ids = hit.salts.map((salt) => buildVisitorId(salt, hit));
      const visitorId = ids.find((id) => goesOn(sessions.get(id), hit)) ?? (ids[0] as string);
      const known = sessions.get(visitorId);
      const session = goesOn(known, hit)
        ? { ...known, lastAt: hit.at }
        : { id: randomUUID(), startedAt: hit.at, lastAt: hit.at, tags: hit.tags };
      sessions.delete(visitorId);
      sessions.set(visitorId, session);
      return { visitorId, sessionId: session.id };
    },
  };
}

function buildVisitorId(salt: string, { websiteId, address, userAgent }: CookielessHit): string {
  const text = JSON.stringify([salt, websiteId, address, userAgent]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

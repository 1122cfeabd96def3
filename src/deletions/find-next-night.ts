const dayMs = 24 * 60 * 60 * 1000;
/** 02:30 in UTC. */
const afterMidnightMs = 2.5 * 60 * 60 * 1000;

/** For work that few should notice. */
export function findNextNight(now: number): number {
  const today = Math.floor(now / dayMs) * dayMs + afterMidnightMs;
  return today > now ? today : today + dayMs;
}

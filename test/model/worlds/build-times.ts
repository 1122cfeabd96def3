import type { createRandom } from '../../../src/demo/random.ts';
import { clockChanges } from './eras.ts';
import type { Era } from './world.ts';

export type Random = ReturnType<typeof createRandom>;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Instants around which the records of a world lie: borders of days, of the live window, and any. */
export function drawAnchors(random: Random, era: Era, count: number): number[] {
  return Array.from({ length: count }, () => drawAnchor(random, era));
}

type AnchorKind =
  | 'midnight'
  | 'local midnight'
  | 'clock change'
  | 'now'
  | 'recent'
  | 'this month'
  | 'last year';

function drawAnchor(random: Random, { second }: Era): number {
  const today = Math.floor(second / dayMs) * dayMs;
  const kind = random.weighted<AnchorKind>([
    ['midnight', 3],
    ['local midnight', 1],
    ['clock change', 2],
    ['now', 4],
    ['recent', 5],
    ['this month', 3],
    ['last year', 1],
  ]);
  switch (kind) {
    case 'midnight':
      return today - random.whole(0, 12) * dayMs;
    case 'local midnight':
      return today - random.whole(0, 12) * dayMs + random.pick([-14, -5.75, -2, -1, 4, 5, 11]) * hourMs;
    case 'clock change': {
      const near = clockChanges.filter((change) => change < second && second - change < 60 * dayMs);
      return near.length === 0 ? today : random.pick(near);
    }
    case 'now':
      return second - random.pick([0, 1, 5 * secondMs, 100 * secondMs, 300 * secondMs, 300 * secondMs + 1]);
    case 'recent':
      return second - random.whole(0, 8 * dayMs);
    case 'this month':
      return second - random.whole(0, 45 * dayMs);
    case 'last year':
      return second - random.whole(45 * dayMs, 500 * dayMs);
  }
}

/** A moment near an anchor, often the very same; never later than `latest`. */
export function drawNear(random: Random, anchor: number, latest: number): number {
  const away = random.weighted([
    [0, 6],
    [random.pick([-1, 1]), 2],
    [random.whole(1, 90) * secondMs, 3],
    [random.whole(1, 40 * minuteMs), 5],
    [random.whole(1, 3 * hourMs), 2],
    [random.pick([1, 2, 30]) * 5 * secondMs, 1],
    // The windows of funnels and of attribution, and one moment more.
    [random.pick([1, 3, 24, 168, 720]) * hourMs + random.pick([0, 0, 1]), 2],
    [random.whole(20, 30) * hourMs, 1],
    [-random.whole(1, 3 * hourMs), 1],
    [random.whole(-9, 9) * dayMs, 1],
  ]);
  return Math.max(0, Math.min(anchor + away, latest));
}

/** What the API takes: up to 24 hours ahead of now. */
export const latestByApi = (now: number): number => now + dayMs;

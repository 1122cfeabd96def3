import { drawAnchors, type Random } from './build-times.ts';
import {
  drawHitFacts,
  drawPalette,
  drawPlace,
  type HitFacts,
  type Palette,
  type Place,
} from './draw-traits.ts';
import type { Era } from './world.ts';

/** Who appears in a world; most of what happens belongs to one of its sessions. */
export type Cast = {
  visitors: readonly string[];
  sessions: readonly SessionPlan[];
  anchors: readonly number[];
  palette: Palette;
  /** Views that the script named, for leaves to name them again. */
  views: { session: SessionPlan; place: Place; view: number; ts: number }[];
};

export type SessionPlan = { id: string; visitor: string; place: Place; at: number; facts: HitFacts };

export function drawCast(random: Random, era: Era, size: number): Cast {
  const visitors = Array.from({ length: random.whole(1, 2 + Math.ceil(size / 30)) }, (_, at) => `v${at + 1}`);
  const anchors = drawAnchors(random, era, random.whole(1, 3 + Math.ceil(size / 25)));
  const palette = drawPalette(random);
  const sessions = Array.from({ length: Math.ceil(size / random.whole(1, 4)) }, (_, at) => ({
    id: `s${at + 1}`,
    visitor: random.pick(visitors),
    place: drawPlace(random),
    at: random.pick(anchors),
    facts: drawHitFacts(random, palette),
  }));
  return { visitors, sessions, anchors, palette, views: [] };
}

import { createRandom } from '../../../src/demo/random.ts';
import type { Random } from './build-times.ts';
import { drawCast } from './cast.ts';
import { drawDeletions } from './draw-deletions.ts';
import { drawGoals } from './draw-goals.ts';
import { drawRecord } from './draw-record.ts';
import { shuffled } from './shuffled.ts';
import { type Era, nowOf, type SentRecord, type Step, type Wave, type World } from './world.ts';

/** The same seed gives the same world, on every machine. */
export function buildWorld(seed: number, era: Era): World {
  const random = createRandom(seed);
  const size = drawSize(random);
  const cast = drawCast(random, era, size);
  const draft: World = {
    seed,
    era,
    retentionDays: [drawRetention(random), null],
    goals: drawGoals(seed),
    steps: [],
  };
  const first: SentRecord[] = [];
  const second: SentRecord[] = [];
  for (let index = 0; index < size; index += 1) {
    const wave: Wave = random.chance(0.7) ? 1 : 2;
    const record = drawRecord(random, cast, { wave, now: nowOf(draft, wave), index });
    const half = wave === 1 ? first : second;
    half.push(record);
    // A call that got no answer is repeated, with the same ID or without, at once or much later.
    if (random.chance(0.06)) half.push(record);
    if (random.chance(0.06)) second.push({ ...record, wave: 2 });
  }
  const steps: Step[] = [...shuffled(random, first), ...shuffled(random, second)];
  return { ...draft, steps: random.chance(0.2) ? drawDeletions(random, steps) : steps };
}

/** Most are tiny: they shrink well and find most mistakes. */
function drawSize(random: Random): number {
  return random.weighted([
    [random.whole(1, 12), 9],
    [random.whole(13, 70), 8],
    [random.whole(150, 400), 3],
  ]);
}

function drawRetention(random: Random): number | null {
  return random.chance(0.3) ? random.pick([1, 2, 7, 30]) : null;
}

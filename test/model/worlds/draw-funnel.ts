import { inTime } from '../definitions/order.ts';
import {
  type Conversion,
  type Hit,
  isConversion,
  isPageview,
  type ModelRecord,
} from '../definitions/record.ts';
import { goalNames, paths } from './alphabet.ts';
import type { Random } from './build-times.ts';
import { drawOne } from './draw-one.ts';
import type { AskedInputs } from './question.ts';

const hourMs = 60 * 60_000;
const longestWindowHours = 8_760;

/** Steps that somebody took, in the time that it took them, or any. */
export function drawFunnel(random: Random, records: readonly ModelRecord[]): AskedInputs {
  const way = random.chance(0.6) ? drawWay(random, records) : [];
  const [first, last] = [way[0], way.at(-1)];
  if (way.length < 2 || !first || !last) {
    return {
      steps: Array.from({ length: random.whole(2, 4) }, () => drawStep(random, records)),
      ...(random.chance(0.6) && { windowHours: random.pick([1, 3, 24, longestWindowHours]) }),
    };
  }
  const takenHours = Math.floor((last.ts - first.ts) / hourMs);
  const windowHours = Math.min(longestWindowHours, Math.max(1, takenHours));
  return { steps: way.map(({ step }) => step), ...(random.chance(0.8) && { windowHours }) };
}

type Taken = { ts: number; step: string };

/** Two to four of one visitor's records, in their order. */
function drawWay(random: Random, records: readonly ModelRecord[]): Taken[] {
  const fitting = records.filter(
    (record): record is Hit | Conversion => isPageview(record) || isConversion(record),
  );
  const visitor = drawOne(random, fitting, (record) => record.visitor);
  const own = inTime(fitting.filter((record) => record.visitor === visitor));
  const chosen = new Set(Array.from({ length: random.whole(2, 4) }, () => random.whole(0, own.length - 1)));
  return own
    .filter((_, index) => chosen.has(index))
    .map((record) => ({
      ts: record.ts,
      step: record.kind === 'pageview' ? `page:${record.path}` : `goal:${record.name}`,
    }));
}

function drawStep(random: Random, records: readonly ModelRecord[]): string {
  const page = drawOne(random, records.filter(isPageview), ({ path }) => path) ?? random.pick(paths);
  const goal = drawOne(random, records.filter(isConversion), ({ name }) => name) ?? random.pick(goalNames);
  return random.weighted([
    [`page:${page}`, 4],
    [`page:${random.pick(['/*', '/a*', '/p*'])}`, 4],
    [`goal:${goal}`, 3],
  ]);
}

import { count, percent } from './figures.ts';
import { groupBy, inTime, keyOf } from './order.ts';
import { isConversion, isPageview, isReached } from './record.ts';
import { type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';

type Deed = Placed['record'];

const hourMs = 60 * 60_000;

/** All steps, in their order. */
export function buildFunnel(view: View): Row[] {
  const { steps, windowHours } = view.inputs;
  const records = placeRecords(view).map(recordOf);
  const goals = groupBy(records.filter(isReached), keyOfRecord);
  const namesOf = (record: Deed) => (goals.get(keyOfRecord(record)) ?? []).map(({ name }) => name);
  // What reaches goals is one record: the pageview, or the automatic event, which is there by its goal alone.
  const once = records.filter((record) => !isReached(record) || record.by === 'automatic');
  const byVisitor = groupBy(inTime(once), ({ visitor }) => visitor);
  const depths = [...byVisitor.values()].map((own) => depthOf(own, steps, windowHours * hourMs, namesOf));
  const reached = steps.map((_, index) => depths.filter((depth) => depth > index));
  return steps.map((name, index) => {
    const here = reached[index] ?? [];
    const before = reached[index - 1] ?? here;
    const dropped = before.length - here.length;
    return {
      step: index + 1,
      name,
      visitors: count(here),
      dropped: String(dropped),
      dropoff_rate: percent(dropped, before.length),
      conversion_rate: percent(here.length, reached[0]?.length ?? 0),
    };
  });
}

/** How many steps one visitor took, one record after another, within the window of the first one. */
function depthOf(
  records: readonly Deed[],
  steps: readonly string[],
  windowMs: number,
  namesOf: (record: Deed) => string[],
): number {
  const depths = records.map((first, start) => {
    let depth = 0;
    for (const record of records.slice(start)) {
      if (record.ts - first.ts > windowMs) break;
      if (depth < steps.length && takes(record, steps[depth] ?? '', namesOf(record))) depth += 1;
      if (depth === 0) break;
    }
    return depth;
  });
  return Math.max(0, ...depths);
}

/** By what was accepted when, which is one record. */
const keyOfRecord = ({ website, seq }: { website: string; seq: number }): string => keyOf(website, seq);

function takes(record: Deed, step: string, goals: readonly string[]): boolean {
  const wanted = step.slice(step.indexOf(':') + 1);
  if (step.startsWith('goal:')) {
    return goals.includes(wanted) || (isConversion(record) && record.name === wanted);
  }
  if (!isPageview(record)) return false;
  return wanted.endsWith('*') ? record.path.startsWith(wanted.slice(0, -1)) : record.path === wanted;
}

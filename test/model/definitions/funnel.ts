import { count, percent } from './figures.ts';
import { groupBy, inTime } from './order.ts';
import { isConversion, isPageview } from './record.ts';
import { type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';

type Deed = Placed['record'];

const hourMs = 60 * 60_000;

/** All steps, in their order. */
export function buildFunnel(view: View): Row[] {
  const { steps, windowHours } = view.inputs;
  const byVisitor = groupBy(inTime(placeRecords(view).map(recordOf)), ({ visitor }) => visitor);
  const depths = [...byVisitor.values()].map((own) => depthOf(own, steps, windowHours * hourMs));
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
function depthOf(records: readonly Deed[], steps: readonly string[], windowMs: number): number {
  const depths = records.map((first, start) => {
    let depth = 0;
    for (const record of records.slice(start)) {
      if (record.ts - first.ts > windowMs) break;
      if (depth < steps.length && takes(record, steps[depth] ?? '')) depth += 1;
      if (depth === 0) break;
    }
    return depth;
  });
  return Math.max(0, ...depths);
}

function takes(record: Deed, step: string): boolean {
  const wanted = step.slice(step.indexOf(':') + 1);
  if (step.startsWith('goal:')) return isConversion(record) && record.name === wanted;
  if (!isPageview(record)) return false;
  return wanted.endsWith('*') ? record.path.startsWith(wanted.slice(0, -1)) : record.path === wanted;
}

import { count, iso, percent } from './figures.ts';
import { distinct, groupBy, inTime, keyOf } from './order.ts';
import { isConversion, isPageview, isReached } from './record.ts';
import { type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';
import { bucketIn, listBuckets } from './zone-calendar.ts';

type Deed = Placed['record'];

const hourMs = 60 * 60_000;

/** All steps, in their order. */
export function buildFunnel(view: View): Row[] {
  const { steps, windowHours } = view.inputs;
  const { byVisitor, namesOf } = listDeeds(view);
  const depths = byVisitor.map((own) => depthOf(own, steps, windowHours * hourMs, namesOf));
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

/** What each visitor did, in time. */
function listDeeds(view: View): { byVisitor: Deed[][]; namesOf(record: Deed): string[] } {
  const records = placeRecords(view).map(recordOf);
  const goals = groupBy(records.filter(isReached), keyOfRecord);
  // What reaches goals is one record: the pageview, or the automatic event, which is there by its goal alone.
  const once = records.filter((record) => !isReached(record) || record.by === 'automatic');
  return {
    byVisitor: [...groupBy(inTime(once), ({ visitor }) => visitor).values()],
    namesOf: (record) => (goals.get(keyOfRecord(record)) ?? []).map(({ name }) => name),
  };
}

/** Every bucket of the range, with the visitors who took the last step in it. */
export function buildFunnelSeries(view: View): Row[] {
  const { first, last, zone } = view.days;
  const { steps, windowHours, granularity } = view.inputs;
  const { byVisitor, namesOf } = listDeeds(view);
  const ends = byVisitor.flatMap((own) => listEnds(own, steps, windowHours * hourMs, namesOf));
  const byBucket = groupBy(ends, ({ ts }) => bucketIn(zone, granularity, ts));
  return listBuckets(zone, granularity, first, last).map(({ name, start }) => ({
    ts: iso(start),
    visitors: count(distinct(byBucket.get(name) ?? [], ({ visitor }) => visitor)),
  }));
}

/** Records of one visitor that are the last step after all others, whichever record was the first step. */
function listEnds(
  records: readonly Deed[],
  steps: readonly string[],
  windowMs: number,
  namesOf: (record: Deed) => string[],
): Deed[] {
  const lastStep = steps.at(-1) ?? '';
  const before = steps.slice(0, -1);
  return records.flatMap((first, start) => {
    let taken = 0;
    return records.slice(start).filter((record) => {
      const isInTime = record.ts - first.ts <= windowMs;
      if (taken === before.length) return isInTime && takes(record, lastStep, namesOf(record));
      // A chain begins with its first record, or not at all.
      const isNext = record === first || taken > 0;
      if (isNext && takes(record, before[taken] ?? '', namesOf(record))) taken += 1;
      return false;
    });
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

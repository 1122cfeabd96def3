import { slotFrom } from '../../store/analytics/definitions/slots.ts';
import { quotient } from '../../store/analytics/dialect.ts';
import { type Sql, sql, whole } from '../../store/analytics/sql.ts';

/** Buckets of a series, in whole slots. */
export type Buckets = {
  /** The first slot of each. */
  firstSlots: readonly number[];
  /** The first slot of the bucket in which the row's `slot` lies. */
  ofSlot: Sql;
  /** The first slot of `bucket` that lies in the range: a week or a month may begin before it. */
  since: Sql;
};

/** Of starts and ends in Unix milliseconds. */
export function buildBucketsOfSlots(starts: readonly number[], range: { from: number; to: number }): Buckets {
  const firstSlots = starts.map(slotFrom);
  const ofSlot = chooseRun(findRuns(firstSlots, slotFrom(range.to)));
  const from = slotFrom(range.from);
  const startsBefore = firstSlots.some((first) => first < from);
  return {
    firstSlots,
    ofSlot,
    since: startsBefore ? sql`greatest(bucket, ${whole(from)})` : sql`bucket`,
  };
}

/** Consecutive buckets of the same width, such as days between two changes of the clock, or hours of all years. */
type Run = { first: number; width: number; isOne: boolean };

export function findRuns(firstSlots: readonly number[], end: number): Run[] {
  const runs: Run[] = [];
  firstSlots.forEach((first, index) => {
    const next = firstSlots[index + 1];
    const width = (next ?? end) - first;
    const last = runs.at(-1);
    // The range may end within the last bucket.
    if (last && (width === last.width || (next === undefined && width < last.width))) last.isOne = false;
    else runs.push({ first, width, isOne: true });
  });
  return runs;
}

/** The place of the bucket in which a slot lies, from 0. */
export function placeOfSlot(starts: readonly number[], end: number, slot: Sql): Sql {
  const firstSlots = starts.map(slotFrom);
  const placeIn = ({ first, width, isOne }: Run) => {
    const place = whole(firstSlots.indexOf(first));
    return isOne ? place : sql`${place} + ${quotient(sql`${slot} - ${whole(first)}`, whole(width))}`;
  };
  return chooseRun(findRuns(firstSlots, slotFrom(end)), placeIn, slot);
}

/** A binary search in SQL: each of many runs is found in a few comparisons. */
function chooseRun(runs: readonly Run[], write: (run: Run) => Sql = startIn, slot: Sql = sql`slot`): Sql {
  const middle = runs.length >> 1;
  const [run] = runs;
  const right = runs[middle];
  if (!run || !right) return sql`0`;
  if (runs.length === 1) return write(run);
  const [before, after] = [runs.slice(0, middle), runs.slice(middle)];
  return sql`CASE WHEN ${slot} < ${whole(right.first)} THEN ${chooseRun(before, write, slot)} ELSE ${chooseRun(after, write, slot)} END`;
}

function startIn({ first, width, isOne }: Run): Sql {
  const start = whole(first);
  if (isOne) return start;
  return sql`${start} + ${quotient(sql`slot - ${start}`, whole(width))} * ${whole(width)}`;
}

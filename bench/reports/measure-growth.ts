/**
 * What must not make reports slower: a history ten times as long outside the range and, for realtime, a day with far
 * more traffic. Another data set has both, and the two are asked in turn. The crowded day is the last one, so the range
 * ends before it: visits of other websites within the range would be part of what is compared.
 */
import { bind, type Sql, sql } from '../../src/store/analytics/sql.ts';
import type { DataSet } from './data-set.ts';
import { measure, type Timing } from './measure.ts';
import {
  buildFive,
  buildRealtime,
  createAsk,
  type FiveName,
  fiveNames,
  type Range,
  rangeOf,
} from './questions.ts';
import { startOfToday } from './traffic/eras.ts';

export type GrowthFigures = {
  events: number;
  fillSeconds: number;
  rebuildSeconds: number;
  /** Of the busy website, before the range asked for. */
  olderPageviews: { before: number; after: number };
  five: Record<FiveName, { before: Timing; after: Timing }>;
  /** Of the website that has its traffic within today. */
  crowdedDay: { pageviews: number; realtime: Timing };
};

export async function measureGrowth(before: DataSet, after: DataSet): Promise<GrowthFigures> {
  const crowded = after.note.websiteIds[1] as string;
  const range = endBeforeToday(rangeOf(before));
  const five = buildFive(range);
  const [askBefore, askAfter] = [createAsk(before), createAsk(after)];
  const timings = await measure('Asking for reports over a longer history', [
    ...fiveNames.flatMap((name) => [
      { name: `before ${name}`, run: () => askBefore(five[name]) },
      { name: `after ${name}`, run: () => askAfter(five[name]) },
    ]),
    { name: 'realtime', run: () => askAfter(buildRealtime(crowded)) },
  ]);
  const timing = (name: string) => timings.get(name) as Timing;
  const older = sql`ts < ${bind.instant(range.from)}`;
  const today = sql`ts >= ${bind.instant(startOfToday(after.note))}`;
  const busy = before.note.websiteIds[0] as string;
  return {
    events: before.note.events,
    fillSeconds: after.note.fillSeconds,
    rebuildSeconds: after.note.rebuildSeconds,
    olderPageviews: {
      before: await countPageviews(before, busy, older),
      after: await countPageviews(after, busy, older),
    },
    five: Object.fromEntries(
      fiveNames.map((name) => [name, { before: timing(`before ${name}`), after: timing(`after ${name}`) }]),
    ) as GrowthFigures['five'],
    crowdedDay: {
      pageviews: await countPageviews(after, crowded, today),
      realtime: timing('realtime'),
    },
  };
}

const dayMs = 86_400_000;

function endBeforeToday({ website, from, to }: Range): Range {
  return { website, from: from - dayMs, to: to - dayMs };
}

async function countPageviews({ rows }: DataSet, website: string, when: Sql): Promise<number> {
  const [row] = await rows(sql`
    SELECT count(*) AS pageviews FROM hits
    WHERE website_id = ${bind.text(website)} AND type = 'pageview' AND ${when}`);
  return Number(row?.pageviews);
}

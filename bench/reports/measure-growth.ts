/**
 * What must not make reports slower: a history ten times as long outside the range and, for realtime, a day with far
 * more traffic. Both are added to a copy of the data set, and the two are asked in turn.
 */
import { bind, sql } from '../../src/store/analytics/sql.ts';
import type { DataSet } from './data-set.ts';
import { measure, type Timing } from './measure.ts';
import { settle } from './measure-size.ts';
import { buildFive, buildRealtime, createAsk, type FiveName, fiveNames, rangeOf } from './questions.ts';
import { startOfToday } from './traffic/eras.ts';

export type GrowthFigures = {
  events: number;
  fillSeconds: number;
  settleSeconds: number;
  /** Of the busy website, before the range asked for. */
  olderPageviews: { before: number; after: number };
  five: Record<FiveName, { before: Timing; after: Timing }>;
  /** Of the website that has its traffic within today. */
  crowdedDay: { pageviews: number; realtime: Timing };
};

export async function measureGrowth(before: DataSet, after: DataSet): Promise<GrowthFigures> {
  await settle(before);
  const settleSeconds = await settle(after);
  const crowded = after.note.websiteIds[1] as string;
  const five = buildFive(rangeOf(before));
  const [askBefore, askAfter] = [before, after].map((each) => createAsk(each, each.analytics));
  if (!askBefore || !askAfter) throw new Error('Two data sets are compared.');
  const timings = await measure('Asking for reports over a longer history', [
    ...fiveNames.flatMap((name) => [
      { name: `before ${name}`, run: () => askBefore(five[name]) },
      { name: `after ${name}`, run: () => askAfter(five[name]) },
    ]),
    { name: 'realtime', run: () => askAfter(buildRealtime(crowded)) },
  ]);
  const timing = (name: string) => timings.get(name) as Timing;
  const { from } = rangeOf(before);
  return {
    events: before.note.events,
    fillSeconds: after.note.fillSeconds,
    settleSeconds,
    olderPageviews: { before: await countOlder(before, from), after: await countOlder(after, from) },
    five: Object.fromEntries(
      fiveNames.map((name) => [name, { before: timing(`before ${name}`), after: timing(`after ${name}`) }]),
    ) as GrowthFigures['five'],
    crowdedDay: { pageviews: await countToday(after, crowded), realtime: timing('realtime') },
  };
}

async function countOlder({ client, note }: DataSet, from: number): Promise<number> {
  const [row] = await client.rows<{ pageviews: string }>(sql`
    SELECT count() AS pageviews FROM hits
    WHERE website_id = ${bind.string(note.websiteIds[0] as string)} AND type = 'pageview'
      AND day < toDate(${bind.instant(from)})`);
  return Number(row?.pageviews);
}

async function countToday({ client, note }: DataSet, website: string): Promise<number> {
  const [row] = await client.rows<{ pageviews: string }>(sql`
    SELECT count() AS pageviews FROM hits
    WHERE website_id = ${bind.string(website)} AND type = 'pageview'
      AND day >= toDate(${bind.instant(startOfToday(note))})`);
  return Number(row?.pageviews);
}

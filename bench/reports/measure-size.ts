/** Everything that is measured on one data set. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bind, sql } from '../../src/store/analytics/sql.ts';
import type { DataSet } from './data-set.ts';
import { type Disk, measureDisk } from './disk.ts';
import type { EngineClient } from './engine-client.ts';
import { buildLeanStatements, type LeanStatements } from './lean.ts';
import { type Listener, startListener } from './listener.ts';
import { measure, type Subject, type Timing } from './measure.ts';
import {
  type Ask,
  buildAll,
  buildFive,
  buildFiveFiltered,
  buildRealtime,
  createAsk,
  type FiveName,
  fiveNames,
  type Question,
  type Range,
  rangeOf,
  titleOf,
} from './questions.ts';
import { requireSameAnswers } from './same-answers.ts';
import { settleClosedDays } from './settle.ts';

export type FiveFigures = {
  plain: Timing;
  footfall: Timing;
  filtered: Timing;
  footfallMemoryBytes: number | null;
  filteredMemoryBytes: number | null;
};

export type ReportFigures = { title: string; timing: Timing; memoryBytes: number | null; rowsRead: number };

export type SizeFigures = {
  events: number;
  leaves: number;
  /** What there is, and what of it lies in the range asked for. */
  pageviews: number;
  inRange: { pageviews: number; sessions: number };
  fillSeconds: number;
  settleSeconds: number;
  five: Record<FiveName, FiveFigures>;
  /** All five at once, as a dashboard asks them: with nothing new since the last time, and after a record. */
  together: { again: Timing; anew: Timing };
  scan: Timing;
  scanUnpacked: Timing;
  realtime: Timing;
  /** Of the largest size alone. */
  reports?: ReportFigures[];
  disk?: Disk;
};

/** `isLargest`: the size that every report and the disk is measured on. */
export async function measureSize(dataSet: DataSet, isLargest: boolean): Promise<SizeFigures> {
  const { client, note } = dataSet;
  const settleSeconds = await settle(dataSet);
  const range = rangeOf(dataSet);
  const { pageviews, inRange } = await countPageviews(client, range);
  await requireSameAnswers(dataSet, range);
  const title = `Asking for reports of ${note.events.toLocaleString('en-US')} pageviews`;
  const timings = await measure(title, buildSubjects(dataSet, range));
  const together = await measureTogether(dataSet, range);
  const listening = await listen(dataSet);
  try {
    return {
      events: note.events,
      leaves: note.leaves,
      pageviews,
      inRange,
      fillSeconds: note.fillSeconds,
      settleSeconds,
      five: await collectFive(range, timings, listening),
      together,
      scan: timings.get('scan') as Timing,
      scanUnpacked: timings.get('scan, unpacked') as Timing,
      realtime: timings.get('realtime') as Timing,
      ...(isLargest && {
        reports: await measureAll(dataSet, listening),
        disk: await measureDisk(client, pageviews),
      }),
    };
  } finally {
    await listening.close();
  }
}

/** Ready to be measured: days that are over are worked out, and the engine has stopped rearranging. */
export async function settle(dataSet: DataSet): Promise<number> {
  const startedAt = performance.now();
  await settleClosedDays(dataSet);
  const seconds = (performance.now() - startedAt) / 1000;
  await untilMerged(dataSet.client);
  return seconds;
}

const calmPolls = 4;
const pollMs = 500;

async function untilMerged(client: EngineClient): Promise<void> {
  for (let calm = 0; calm < calmPolls; ) {
    const merges = await client.rows(sql`SELECT 1 FROM system.merges`);
    calm = merges.length === 0 ? calm + 1 : 0;
    await sleep(pollMs);
  }
}

async function countPageviews(client: EngineClient, { website, from, to }: Range) {
  const [row] = await client.rows<{ total: string; pageviews: string; sessions: string }>(sql`
    SELECT count() AS total, countIf(chosen) AS pageviews, uniqExactIf(session, chosen) AS sessions
    FROM (
      SELECT session, website = ${bind.string(website)} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)}
        AS chosen FROM bench.lean)`);
  return {
    pageviews: Number(row?.total),
    inRange: { pageviews: Number(row?.pageviews), sessions: Number(row?.sessions) },
  };
}

function buildSubjects(dataSet: DataSet, range: Range): Subject[] {
  const { client, analytics, note } = dataSet;
  const ask = createAsk(dataSet, analytics);
  const statements = buildLeanStatements(range);
  const plain = (name: keyof LeanStatements) => () => client.rows(statements[name]);
  const [five, filtered] = [buildFive(range), buildFiveFiltered(range)];
  return [
    { name: 'scan', run: plain('scan') },
    { name: 'scan, unpacked', run: plain('scanUnpacked') },
    ...fiveNames.flatMap((name) => [
      { name: `plain ${name}`, run: plain(name) },
      { name: `footfall ${name}`, run: () => ask(five[name]) },
      { name: `filtered ${name}`, run: () => ask(filtered[name]) },
    ]),
    { name: 'realtime', run: () => ask(buildRealtime(note.websiteIds[0] as string)) },
  ];
}

/** By itself, because the others are asked with nothing new. */
async function measureTogether(dataSet: DataSet, range: Range): Promise<SizeFigures['together']> {
  const ask = createAsk(dataSet, dataSet.analytics);
  const five = Object.values(buildFive(range));
  const run = () => Promise.all(five.map(ask));
  const again = await measure('Asking for all five at once', [{ name: 'again', run }]);
  const prepare = () => forgetAll(dataSet);
  const anew = await measure('And after a record', [{ name: 'anew', run, prepare }]);
  return { again: again.get('again') as Timing, anew: anew.get('anew') as Timing };
}

/** What is kept of answers is dropped by any statement that may change rows, also by one that changes none. */
async function forgetAll({ analytics }: DataSet): Promise<void> {
  await analytics.run(sql`SELECT 1`);
}

type Listening = { ask: Ask; listener: Listener; close(): Promise<void> };

async function listen(dataSet: DataSet): Promise<Listening> {
  const listener = await startListener(dataSet.login.url);
  const analytics = await dataSet.connect(listener.url);
  return {
    ask: createAsk(dataSet, analytics),
    listener,
    async close() {
      await analytics.close();
      await listener.close();
    },
  };
}

/** The highest of the report's queries; null where it fails. */
async function measureMemory({ ask, listener }: Listening, question: Question) {
  listener.take();
  const isAnswered = await ask(question).then(
    () => true,
    () => false,
  );
  const facts = listener.take();
  const memoryBytes = isAnswered ? Math.max(...facts.map(({ peakMemoryBytes }) => peakMemoryBytes)) : null;
  return { memoryBytes, rowsRead: facts.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
}

async function collectFive(
  range: Range,
  timings: Map<string, Timing>,
  listening: Listening,
): Promise<Record<FiveName, FiveFigures>> {
  const [five, filtered] = [buildFive(range), buildFiveFiltered(range)];
  const figures: [FiveName, FiveFigures][] = [];
  for (const name of fiveNames) {
    const timing = (kind: string) => timings.get(`${kind} ${name}`) as Timing;
    figures.push([
      name,
      {
        plain: timing('plain'),
        footfall: timing('footfall'),
        filtered: timing('filtered'),
        footfallMemoryBytes: (await measureMemory(listening, five[name])).memoryBytes,
        filteredMemoryBytes: (await measureMemory(listening, filtered[name])).memoryBytes,
      },
    ]);
  }
  return Object.fromEntries(figures) as Record<FiveName, FiveFigures>;
}

/** One of many: a rough figure will do. */
const runsOfEach = 3;

async function measureAll(dataSet: DataSet, listening: Listening): Promise<ReportFigures[]> {
  const questions = await buildAll(dataSet);
  const ask = createAsk(dataSet, dataSet.analytics);
  const subjects = questions.map((question) => ({
    name: titleOf(question.report),
    run: () => ask(question),
  }));
  const timings = await measure('Asking for every report', subjects, runsOfEach);
  const figures: ReportFigures[] = [];
  for (const question of questions) {
    const title = titleOf(question.report);
    const timing = timings.get(title) as Timing;
    figures.push({ title, timing, ...(await measureMemory(listening, question)) });
  }
  return figures;
}

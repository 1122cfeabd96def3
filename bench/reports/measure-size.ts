/** What is measured on one data set, as it is. */
import { bind, sql } from '../../src/store/analytics/sql.ts';
import { measureMostMemoryOf } from '../memory-of-processes.ts';
import type { DataSet } from './data-set.ts';
import { type Disk, measureDisk } from './disk.ts';
import { buildLeanStatements, buildScan } from './lean.ts';
import { measure, type Subject, type Timing } from './measure.ts';
import { type Listener, listenTo } from './query-facts.ts';
import {
  type Ask,
  buildAll,
  buildFive,
  buildFiveFiltered,
  buildHeavy,
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

export type FiveFigures = {
  plain: Timing;
  footfall: Timing;
  filtered: Timing;
  footfallMemoryBytes: number | null;
  filteredMemoryBytes: number | null;
};

export type ReportFigures = {
  title: string;
  timing: Timing;
  memoryBytes: number | null;
  spilledBytes: number;
  rowsRead: number;
};

export type SizeFigures = {
  events: number;
  leaves: number;
  /** What there is, and what of it lies in the range asked for. */
  pageviews: number;
  inRange: { pageviews: number; sessions: number };
  fillSeconds: number;
  rebuildSeconds: number;
  five: Record<FiveName, FiveFigures>;
  /** All five at once, as a dashboard asks them. */
  together: Timing;
  scan: Timing;
  realtime: Timing;
  /** The reports that need more than sums, by title. */
  heavy: { title: string; timing: Timing }[];
  /** Of the largest size alone. */
  reports?: ReportFigures[];
  /** The most that the engine's process had in memory until every report was asked for; not everywhere known. */
  mostMemoryBytes?: number | undefined;
  disk?: Disk;
};

/** `isLargest`: the size that every report and the disk is measured on. */
export async function measureSize(dataSet: DataSet, isLargest: boolean): Promise<SizeFigures> {
  const { note } = dataSet;
  const range = rangeOf(dataSet);
  const { pageviews, inRange } = await countPageviews(dataSet, range);
  await requireSameAnswers(dataSet, range);
  const title = `Asking for reports of ${note.events.toLocaleString('en-US')} pageviews`;
  const timings = await measure(title, buildSubjects(dataSet, range));
  const listening = listen(dataSet);
  const timing = (name: string) => timings.get(name) as Timing;
  return {
    events: note.events,
    leaves: note.leaves,
    pageviews,
    inRange,
    fillSeconds: note.fillSeconds,
    rebuildSeconds: note.rebuildSeconds,
    five: await collectFive(range, timing, listening),
    together: await measureTogether(dataSet, range),
    scan: timing('scan'),
    realtime: timing('realtime'),
    heavy: buildHeavy(range).map(({ report }) => ({
      title: titleOf(report),
      timing: timing(`heavy ${titleOf(report)}`),
    })),
    ...(isLargest && {
      reports: await measureAll(dataSet, listening),
      mostMemoryBytes: await measureMostMemoryOf(dataSet.pid),
      disk: await measureDisk(dataSet),
    }),
  };
}

async function countPageviews({ rows }: DataSet, { website, from, to }: Range) {
  const [row] = await rows(sql`
    SELECT count(*) AS total, count(*) FILTER (WHERE chosen) AS pageviews,
      count(DISTINCT session) FILTER (WHERE chosen) AS sessions
    FROM (
      SELECT session, website = ${bind.text(website)} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)}
        AS chosen FROM bench.lean)`);
  return {
    pageviews: Number(row?.total),
    inRange: { pageviews: Number(row?.pageviews), sessions: Number(row?.sessions) },
  };
}

function buildSubjects(dataSet: DataSet, range: Range): Subject[] {
  const { rows, note } = dataSet;
  const ask = createAsk(dataSet);
  const statements = buildLeanStatements(range);
  const [five, filtered] = [buildFive(range), buildFiveFiltered(range)];
  return [
    { name: 'scan', run: () => rows(buildScan(range)) },
    ...fiveNames.flatMap((name) => [
      { name: `plain ${name}`, run: () => rows(statements[name]) },
      { name: `footfall ${name}`, run: () => ask(five[name]) },
      { name: `filtered ${name}`, run: () => ask(filtered[name]) },
    ]),
    { name: 'realtime', run: () => ask(buildRealtime(note.websiteIds[0] as string)) },
    ...buildHeavy(range).map((question) => ({
      name: `heavy ${titleOf(question.report)}`,
      run: () => ask(question),
    })),
  ];
}

async function measureTogether(dataSet: DataSet, range: Range): Promise<Timing> {
  const ask = createAsk(dataSet);
  const five = Object.values(buildFive(range));
  const run = () => Promise.all(five.map(ask));
  const timings = await measure('Asking for all five at once', [{ name: 'together', run }]);
  return timings.get('together') as Timing;
}

type Listening = { ask: Ask; listener: Listener };

function listen(dataSet: DataSet): Listening {
  const listener = listenTo(dataSet.engine);
  return { ask: createAsk(dataSet, listener.analytics), listener };
}

/** The highest of the report's queries; null where it fails. */
async function measureMemory({ ask, listener }: Listening, question: Question) {
  listener.take();
  const isAnswered = await ask(question).then(
    () => true,
    () => false,
  );
  const facts = listener.take();
  return {
    memoryBytes: isAnswered ? Math.max(0, ...facts.map(({ memoryBytes }) => memoryBytes)) : null,
    spilledBytes: Math.max(0, ...facts.map(({ spilledBytes }) => spilledBytes)),
    rowsRead: facts.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
  };
}

async function collectFive(
  range: Range,
  timing: (name: string) => Timing,
  listening: Listening,
): Promise<Record<FiveName, FiveFigures>> {
  const [five, filtered] = [buildFive(range), buildFiveFiltered(range)];
  const figures: [FiveName, FiveFigures][] = [];
  for (const name of fiveNames) {
    figures.push([
      name,
      {
        plain: timing(`plain ${name}`),
        footfall: timing(`footfall ${name}`),
        filtered: timing(`filtered ${name}`),
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
  const ask = createAsk(dataSet);
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

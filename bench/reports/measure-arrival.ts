/** What arriving records cost: reports right after one, and storing a batch beside ten times as many pageviews. */
import type { RecordBatch } from '../../src/store/analytics/analytics-engine.ts';
import { factNames, formatTs, type SessionFacts } from '../../src/store/analytics/tables.ts';
import { median } from '../median.ts';
import { startProgress } from '../progress.ts';
import type { DataSet } from './data-set.ts';
import { measure, type Timing } from './measure.ts';
import { buildFive, createAsk, type FiveName, fiveNames, rangeOf } from './questions.ts';
import { buildArrivingBatches } from './traffic/arriving-batches.ts';

export type ArrivalFigures = {
  events: number;
  five: Record<FiveName, { before: Timing; after: Timing }>;
};

export type BatchFigures = {
  records: number;
  /** Pageviews that were there, and how long a batch took beside them; from the fewest on. */
  sizes: { events: number; medianMs: number; lowestMs: number }[];
};

const recordsInBatch = 1000;
const warmUps = 3;
const batches = 20;

/** Changes the data set. */
export async function measureArrival(dataSet: DataSet): Promise<ArrivalFigures> {
  const range = rangeOf(dataSet);
  const five = buildFive(range);
  const ask = createAsk(dataSet);
  let stored = 0;
  const storeRecord = () => {
    stored += 1;
    return dataSet.engine.store(buildLatecomer(dataSet, stored));
  };
  const timings = await measure('Asking for reports right after a record', [
    ...fiveNames.flatMap((name) => [
      { name: `before ${name}`, run: () => ask(five[name]) },
      { name: `after ${name}`, run: () => ask(five[name]), prepare: storeRecord },
    ]),
  ]);
  const timing = (name: string) => timings.get(name) as Timing;
  return {
    events: dataSet.note.events,
    five: Object.fromEntries(
      fiveNames.map((name) => [name, { before: timing(`before ${name}`), after: timing(`after ${name}`) }]),
    ) as ArrivalFigures['five'],
  };
}

/** A pageview of somebody new on the busy website, at the moment at which reports are asked for. */
function buildLatecomer({ note }: DataSet, number: number): RecordBatch {
  const noFacts = Object.fromEntries(factNames.map((fact) => [fact, ''])) as Record<
    keyof SessionFacts,
    string
  >;
  const hit = {
    workspace_id: note.workspaceId,
    website_id: note.websiteIds[0] as string,
    ts: formatTs(note.endsAt),
    seq: 1000 * note.endsAt + number,
    visitor_id: `latecomer-${number}`,
    type: 'pageview' as const,
    session_id: `late-session-${number}`,
    path: '/',
    view: 0,
    visible_ms: 0,
    ...noFacts,
    channel: 'Direct',
    country: 'US',
  };
  return { name: `latecomer-${number}`, source: 'bench', rows: { hits: [hit] } };
}

/** From the fewest pageviews on, each in turn. Changes the data sets. */
export async function measureBatches(dataSets: readonly DataSet[]): Promise<BatchFigures> {
  const contestants: { dataSet: DataSet; waiting: RecordBatch[]; runs: number[] }[] = [];
  for (const dataSet of dataSets) {
    const waiting = await buildArrivingBatches(dataSet.note, warmUps + batches, recordsInBatch);
    contestants.push({ dataSet, waiting, runs: [] });
  }
  const progress = startProgress('Storing batches', warmUps + batches);
  for (let round = 0; round < warmUps + batches; round++) {
    for (const { dataSet, waiting, runs } of contestants) {
      const startedAt = performance.now();
      await dataSet.engine.store(waiting[round] as RecordBatch);
      if (round >= warmUps) runs.push(performance.now() - startedAt);
    }
    progress.advance();
  }
  progress.end();
  return {
    records: recordsInBatch,
    sizes: contestants.map(({ dataSet, runs }) => ({
      events: dataSet.note.events,
      medianMs: median(runs),
      lowestMs: Math.min(...runs),
    })),
  };
}

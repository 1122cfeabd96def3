import { groupBy } from '../definitions/order.ts';
import type { ReportKey } from '../model.ts';
import { buildWorld } from '../worlds/build-world.ts';
import { type Card, type PartsOf, shuffleDeck } from '../worlds/cards.ts';
import { drawQuestion } from '../worlds/draw-question.ts';
import { eras } from '../worlds/eras.ts';
import type { Question } from '../worlds/question.ts';
import type { Era } from '../worlds/world.ts';
import type { Deployment } from './deployment.ts';
import { type Asked, type Failure, runBatch } from './run-batch.ts';

export type Run = {
  worlds: number;
  seed: number;
  questionsPerWorld?: number;
  /** Of which the first questions have something of everything. */
  parts?: PartsOf;
  /** Compare only the world with this number. */
  only?: number;
  /** Ask for this report alone. */
  report?: ReportKey;
  /** Called after each batch with how many worlds were compared so far. */
  onProgress?(worlds: number, failures: number): void;
};

export type Outcome = {
  failures: Failure[];
  records: number;
  questions: Question[];
  /** The cards that the questions were made of. */
  cards: Card[];
};

const worldsPerBatch = 50;
const usualQuestions = 14;
const mostFailures = 20;

/** World `index` of a run has the seed `seed + index`; cards are dealt to the worlds in turn. */
export async function runWorlds(deployment: Deployment, run: Run): Promise<Outcome> {
  const deck = shuffleDeck(run.seed, run.parts).filter(({ report }) => report === (run.report ?? report));
  const outcome: Outcome = { failures: [], records: 0, questions: [], cards: [] };
  for (const { era, indexes } of listBatches(run)) {
    if (outcome.failures.length >= mostFailures) break;
    const asked = indexes.map((index): Asked => {
      const world = buildWorld(run.seed + index, era);
      const cards = deal(deck, index, run.questionsPerWorld ?? usualQuestions);
      outcome.cards.push(...cards);
      return { world, questions: cards.map((card, number) => drawQuestion(world, card, number)) };
    });
    outcome.records += asked.reduce((sum, { world }) => sum + world.steps.length, 0);
    outcome.questions.push(...asked.flatMap(({ questions }) => questions));
    outcome.failures.push(...(await runBatch(deployment, era, asked)));
    run.onProgress?.((indexes.at(-1) ?? 0) + 1, outcome.failures.length);
  }
  return outcome;
}

/** Worlds that go together, all of one era. */
function listBatches({ worlds, only }: Run): { era: Era; indexes: number[] }[] {
  const indexes = only === undefined ? Array.from({ length: worlds }, (_, index) => index) : [only];
  const batches = groupBy(indexes, (index) => Math.floor(index / worldsPerBatch));
  return [...batches].map(([batch, members]) => ({
    era: eras[batch % eras.length] as Era,
    indexes: members,
  }));
}

function deal(deck: readonly Card[], world: number, count: number): Card[] {
  return Array.from({ length: count }, (_, at) => deck[(world * count + at) % deck.length] as Card);
}

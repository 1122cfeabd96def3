import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Deployment, type DeploymentName, startDeployment } from './comparison/deployment.ts';
import { describeFailure } from './comparison/describe-failure.ts';
import { type Outcome, runWorlds } from './comparison/run-worlds.ts';
import { shrinkFailure } from './comparison/shrink-failure.ts';
import { zones } from './worlds/alphabet.ts';
import { listCards, type PartsOf } from './worlds/cards.ts';

/** The same on every run; `npm run test:model` takes any other. */
const seed = 20_260_331;

export type Thoroughness = {
  worlds: number;
  questionsPerWorld: number;
  covered: PartsOf;
};

/** The suite, on one deployment. */
export function describeModel(
  name: DeploymentName,
  { worlds, questionsPerWorld, covered }: Thoroughness,
): void {
  describe(`${worlds} worlds on the ${name} engine`, () => {
    let deployment: Deployment;
    let outcome: Outcome;
    beforeAll(async () => {
      deployment = await startDeployment(name);
      outcome = await runWorlds(deployment, { worlds, seed, questionsPerWorld, parts: covered });
    });
    afterAll(() => deployment?.stop());

    it('give the rows of the model, in every value and in the same order', async () => {
      const [first] = outcome.failures;
      if (!first) return;
      throw withoutStack(describeFailure(await shrinkFailure(deployment, first), seed));
    });

    it('are asked for everything', () => {
      // A run ends early when many answers differ: then what was not asked says nothing.
      if (outcome.failures.length > 0) return;
      const asked = new Set(outcome.cards.flatMap(covered));
      const missing = listCards()
        .flatMap(covered)
        .filter((each) => !asked.has(each));
      expect(missing).toEqual([]);
      const zonesAsked = new Set(outcome.questions.map(({ inputs }) => inputs.tz ?? 'UTC'));
      expect([...zonesAsked].toSorted()).toEqual(zones.toSorted());
    });
  });
}

/** The place where a difference is thrown says nothing about it, so only the message is shown. */
function withoutStack(message: string): Error {
  const error = new Error(message);
  error.stack = '';
  return error;
}

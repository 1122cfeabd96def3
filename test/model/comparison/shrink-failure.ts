import type { Step } from '../worlds/world.ts';
import type { Deployment } from './deployment.ts';
import { type Failure, runBatch } from './run-batch.ts';
import { shrink } from './shrink.ts';

/** The same difference in the smallest world that shows it; each try has workspaces of its own. */
export async function shrinkFailure(deployment: Deployment, failure: Failure): Promise<Failure> {
  let smallest = failure;
  await shrink(failure.world.steps, async (steps) => {
    const found = await findAgain(deployment, failure, steps);
    if (found) smallest = found;
    return found !== undefined;
  });
  return smallest;
}

async function findAgain(
  deployment: Deployment,
  { world, question, moment }: Failure,
  steps: readonly Step[],
): Promise<Failure | undefined> {
  const smaller = { ...world, steps };
  return (await runBatch(deployment, world.era, [{ world: smaller, questions: [question] }], moment))[0];
}

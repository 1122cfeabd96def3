import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../worlds/world.ts';
import type { Deployment } from './deployment.ts';
import { type Failure, runBatch } from './run-batch.ts';
import { shrink } from './shrink.ts';

/** Less than a test may take, so that a difference is told in any case. */
const usualPatienceMs = 200_000;

/**
 * The same difference in the smallest world that shows it; each try has workspaces of its own. What is not found within
 * `patienceMs`, or because the engine fails, is not waited for: a large world tells more than none.
 */
export async function shrinkFailure(
  deployment: Deployment,
  failure: Failure,
  patienceMs = usualPatienceMs,
): Promise<Failure> {
  let smallest = failure;
  const until = Date.now() + patienceMs;
  const stillFails = async (part: Partial<World>) => {
    const found = Date.now() < until ? await findAgain(deployment, smallest, part) : undefined;
    if (found) smallest = found;
    return found !== undefined;
  };
  const shrinking = (async () => {
    await shrink(failure.world.steps, (steps) => stillFails({ steps }));
    await shrink(failure.world.goals, (goals) => stillFails({ goals }));
  })();
  await Promise.race([shrinking.catch(() => {}), sleep(patienceMs, undefined, { ref: false })]);
  return smallest;
}

async function findAgain(
  deployment: Deployment,
  { world, question, moment }: Failure,
  part: Partial<World>,
): Promise<Failure | undefined> {
  const smaller = { ...world, ...part };
  return (await runBatch(deployment, world.era, [{ world: smaller, questions: [question] }], moment))[0];
}

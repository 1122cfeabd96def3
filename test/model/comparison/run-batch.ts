import { ApiError } from '../../../src/contract/errors.ts';
import { createAnswerer, type Question } from '../worlds/question.ts';
import { type Deletion, type Era, isDeletion, type Wave, type World } from '../worlds/world.ts';
import { type Difference, findDifference } from './compare.ts';
import type { Deployment } from './deployment.ts';
import { openStage, type Scene, type Stage } from './stage.ts';

export type Asked = { world: World; questions: readonly Question[] };

export type Failure = Difference & { world: World; moment: 'before settling' | 'after settling' };

const sendersAtOnce = 48;
const questionsAtOnce = 6;
const catchUpMs = 300_000;
/** One in so many is asked before settling too. */
const askedBeforeSettling = 4;

/**
 * Worlds of one era, all at once: the first half of what they send, settled; the second half, with late records and
 * deletions; then the questions, before and, unless that is left out, after settling again.
 */
export async function runBatch(
  deployment: Deployment,
  era: Era,
  asked: readonly Asked[],
  until: Failure['moment'] = 'after settling',
): Promise<Failure[]> {
  const stage = await openStage(deployment, era);
  try {
    const scenes: { scene: Scene; asked: Asked }[] = [];
    for (const each of asked) scenes.push({ scene: await stage.enter(each.world), asked: each });

    await sendWave(stage, scenes, 1);
    await deployment.settle(era.first);
    await sendWave(stage, scenes, 2);
    if (!deployment.settles) {
      await deployment.settle(era.second);
      return await ask(stage, scenes, 'before settling', () => true);
    }

    const someFailures = await ask(
      stage,
      scenes,
      'before settling',
      (index) => index % askedBeforeSettling === 0,
    );
    if (until === 'before settling') return someFailures;
    await deployment.settle(era.second);
    return [...someFailures, ...(await ask(stage, scenes, 'after settling', () => true))];
  } finally {
    await stage.close();
  }
}

async function sendWave(stage: Stage, scenes: readonly { scene: Scene }[], wave: Wave): Promise<void> {
  stage.turnTo(wave);
  await runSome(scenes, sendersAtOnce, async ({ scene }) => {
    for (const step of scene.world.steps.filter((each) => each.wave === wave)) {
      if (isDeletion(step)) await runDeletion(stage, scene, step);
      else await scene.sender.send(step);
    }
  });
  await stage.drain.catchUp(catchUpMs);
}

async function runDeletion({ deletion }: Stage, scene: Scene, step: Deletion): Promise<void> {
  const target = {
    workspaceId: scene.workspaceIds[step.workspace],
    websiteId: scene.publicIds[step.website],
  };
  const { name, visitor: visitorId, days } = step;
  const dayMs = 24 * 60 * 60_000;
  const span = days && { from: Date.parse(days[0]), to: Date.parse(days[1]) + dayMs };
  await whenAvailable(() =>
    step.kind === 'delete payments'
      ? deletion.payments(target, { name, visitorId, span })
      : deletion.conversions(target, { name, visitorId, span }),
  );
}

/** What the product asks of its clients: a busy machine may not have stored in time what was accepted. */
async function whenAvailable<Result>(work: () => Promise<Result>, tries = 20): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isPassing = error instanceof ApiError && error.code === 'upstream_unavailable';
    if (!isPassing || tries === 1) throw error;
    return whenAvailable(work, tries - 1);
  }
}

async function ask(
  stage: Stage,
  scenes: readonly { scene: Scene; asked: Asked }[],
  moment: Failure['moment'],
  isAsked: (index: number) => boolean,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const all = scenes.flatMap(({ scene, asked: { world, questions } }) => {
    const answer = createAnswerer(world);
    return questions.map((question) => ({ scene, world, answer, question }));
  });
  const open = all.filter((_, index) => isAsked(index));
  await runSome(open, questionsAtOnce, async ({ scene, world, answer, question }) => {
    const difference = await findDifference(stage, scene, answer, question);
    if (difference) failures.push({ ...difference, world, moment });
  });
  return failures;
}

/** So many at once, in their order. */
export async function runSome<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const item = items[next] as Item;
      next += 1;
      await run(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}

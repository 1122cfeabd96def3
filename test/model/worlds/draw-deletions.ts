import { dayIn } from '../definitions/zone-calendar.ts';
import type { Random } from './build-times.ts';
import { type Deletion, isDeletion, isVisible, type Step } from './world.ts';

/** Puts one or two deletions among the steps of the second half: what is sent after one stays. */
export function drawDeletions(random: Random, steps: readonly Step[]): Step[] {
  const result = [...steps];
  const start = steps.findIndex(({ wave }) => wave === 2);
  for (let count = random.whole(1, 2); count > 0; count -= 1) {
    const deletion = drawDeletion(random, steps);
    const place = start === -1 ? result.length : random.whole(start, result.length);
    if (deletion) result.splice(place, 0, deletion);
  }
  return result;
}

/** Aimed at something that was sent, by one or two of its traits. */
function drawDeletion(random: Random, steps: readonly Step[]): Deletion | undefined {
  const targets = steps.filter(
    (step) => isVisible(step) && ['goal', 'custom', 'payment'].includes(step.kind),
  );
  if (targets.length === 0) return undefined;
  const target = random.pick(targets);
  if (isDeletion(target) || !('visitor' in target) || !('ts' in target)) return undefined;
  const { workspace, website, visitor, ts } = target;
  const isPayment = target.kind === 'payment';
  const name = isPayment ? target.transactionId : target.kind === 'goal' ? target.name : 'custom_event';
  const day = dayIn('UTC', ts);
  const narrowing = random.pick([
    { name },
    { name, visitor },
    { visitor, days: [day, day] as const },
    { days: [day, day] as const },
  ]);
  // A payment without a visitor has one whose name only the product knows.
  const { visitor: wanted, ...rest } = { visitor: undefined, ...narrowing };
  return {
    ...{ wave: 2, workspace, website, ...rest },
    kind: isPayment ? 'delete payments' : 'delete conversions',
    ...(wanted ? { visitor: wanted } : {}),
  };
}

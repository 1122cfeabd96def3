import type { Funnel } from '../../api/funnels.ts';
import type { Look } from '../../view/use-look.ts';
import { defaultWindowHours, splitSteps } from './steps.ts';

/** What is looked at: a saved funnel, one that was changed, or one that is new. */
export type Draft = { saved: Funnel | undefined; steps: readonly string[]; windowHours: number };

/** Without a choice in the address it is the first that was saved. */
export function findDraft({ view: { own } }: Look, funnels: readonly Funnel[]): Draft {
  const named = funnels.find(({ id }) => id === own.funnel);
  const isFree = own.funnel === undefined && own.steps === undefined;
  const saved = named ?? (isFree ? funnels[0] : undefined);
  return {
    saved,
    steps: own.steps !== undefined ? splitSteps(own.steps) : (saved?.steps ?? []),
    windowHours: Number(own.window) || (saved?.windowHours ?? defaultWindowHours),
  };
}

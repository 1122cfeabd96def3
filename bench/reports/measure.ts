import { median } from '../median.ts';
import { startProgress } from '../progress.ts';

export type Subject = {
  name: string;
  run(): Promise<unknown>;
  /** Before each run, and not measured. */
  prepare?(): Promise<unknown>;
};

/** `medianMs` is null where the subject failed, and `failure` says why. */
export type Timing = { medianMs: number | null; lowestMs: number | null; runs: number; failure?: string };

const warmUps = 2;
const mostRuns = 9;

/** Fewer of what takes long, at most `most`. */
export function countRuns(warmMs: number, most = mostRuns): number {
  if (warmMs < 500) return most;
  return Math.min(most, warmMs < 2_000 ? 5 : 3);
}

/**
 * Each subject once a round, so that whatever else the machine does falls on all of them alike. One that fails is
 * left out from then on.
 */
export async function measure(
  title: string,
  subjects: readonly Subject[],
  most = mostRuns,
): Promise<Map<string, Timing>> {
  const progress = startProgress(title, subjects.length * (warmUps + most));
  const contestants = subjects.map((subject) => createContestant(subject, most));
  for (const contestant of contestants) {
    for (let run = 0; run < warmUps; run++) {
      await contestant.warmUp();
      progress.advance();
    }
  }
  for (let round = 0; round < most; round++) {
    for (const contestant of contestants) {
      await contestant.takePart(round);
      progress.advance();
    }
  }
  progress.end();
  return new Map(contestants.map(({ name, timing }) => [name, timing()]));
}

function createContestant({ name, run, prepare }: Subject, most: number) {
  const runs: number[] = [];
  let planned = most;
  let failure: string | undefined;

  const time = async (): Promise<number | undefined> => {
    if (failure !== undefined) return undefined;
    await prepare?.();
    const startedAt = performance.now();
    try {
      await run();
      return performance.now() - startedAt;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  };
  return {
    name,
    async warmUp() {
      planned = countRuns((await time()) ?? 0, most);
    },
    async takePart(round: number) {
      const ms = round < planned ? await time() : undefined;
      if (ms !== undefined) runs.push(ms);
    },
    timing: () => buildTiming(runs, failure),
  };
}

export function buildTiming(runs: readonly number[], failure: string | undefined): Timing {
  if (failure !== undefined) return { medianMs: null, lowestMs: null, runs: runs.length, failure };
  return { medianMs: median(runs), lowestMs: Math.min(...runs), runs: runs.length };
}

import { median } from '../median.ts';
import { startProgress } from '../progress.ts';

export type Subject = { name: string; run(): Promise<unknown> };

/** `medianMs` is null where the subject failed, and `failure` says why. */
export type Timing = { medianMs: number | null; lowestMs: number | null; runs: number; failure?: string };

const warmUps = 2;

/** More than is worth waiting for, fewer than chance would be seen in. */
export function countRuns(warmMs: number): number {
  if (warmMs < 500) return 9;
  return warmMs < 2_000 ? 5 : 3;
}

/**
 * Each subject once a round, so that whatever else the machine does falls on all of them alike. One that fails is
 * left out from then on.
 */
export async function measure(title: string, subjects: readonly Subject[]): Promise<Map<string, Timing>> {
  const progress = startProgress(title, subjects.length * (warmUps + countRuns(0)));
  const runs = new Map<string, number[]>();
  const failures = new Map<string, string>();
  let done = 0;
  const runOnce = async (subject: Subject): Promise<number | undefined> => {
    progress.update(++done);
    if (failures.has(subject.name)) return undefined;
    const startedAt = performance.now();
    try {
      await subject.run();
      return performance.now() - startedAt;
    } catch (error) {
      failures.set(subject.name, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
  const planned = new Map<string, number>();
  for (const subject of subjects) {
    const warm = [];
    for (let run = 0; run < warmUps; run++) warm.push((await runOnce(subject)) ?? 0);
    planned.set(subject.name, countRuns(Math.min(...warm)));
    runs.set(subject.name, []);
  }
  for (let round = 0; round < countRuns(0); round++) {
    for (const subject of subjects) {
      if (round >= (planned.get(subject.name) ?? 0)) progress.update(++done);
      else {
        const ms = await runOnce(subject);
        if (ms !== undefined) runs.get(subject.name)?.push(ms);
      }
    }
  }
  progress.end();
  return new Map(subjects.map(({ name }) => [name, buildTiming(runs.get(name) ?? [], failures.get(name))]));
}

export function buildTiming(runs: readonly number[], failure: string | undefined): Timing {
  if (failure !== undefined) return { medianMs: null, lowestMs: null, runs: runs.length, failure };
  return { medianMs: median(runs), lowestMs: Math.min(...runs), runs: runs.length };
}

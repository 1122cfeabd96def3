import { sql } from 'kysely';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Job } from './job.ts';

/** The rows of jobs, as one server changes them. */
export type JobTable = ReturnType<typeof createJobTable>;

const longestError = 500;

export function createJobTable({ db }: Control, { holder, heldMs }: { holder: string; heldMs: number }) {
  const ofMine = (name: string) =>
    db.updateTable('jobs').where('name', '=', name).where('holder', '=', holder).returning('name');

  return {
    /** New jobs are due at once; known ones keep the time that a server set before. */
    async add(jobs: readonly Job[], now: number): Promise<void> {
      if (jobs.length === 0) return;
      await db
        .insertInto('jobs')
        .values(jobs.map(({ name }) => ({ name, due_at: now })))
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
    },

    async listDue(now: number): Promise<string[]> {
      const rows = await db.selectFrom('jobs').select('name').where('due_at', '<=', now).execute();
      return rows.map(({ name }) => name);
    },

    /** The next time is set at the beginning of a run, so that somebody can make the job due again during the run. */
    async claim({ name, everyMs, findNext }: Job, now: number): Promise<boolean> {
      const next = findNext?.(now) ?? now + everyMs;
      const row = await db
        .updateTable('jobs')
        .set({ holder, held_until: now + heldMs, started_at: now, due_at: next })
        .where('name', '=', name)
        .where('due_at', '<=', now)
        .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
        .returning('name')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** False where the lease expired and another server has taken it. */
    async renew(name: string, now: number): Promise<boolean> {
      const row = await ofMine(name)
        .set({ held_until: now + heldMs })
        .executeTakeFirst();
      return row !== undefined;
    },

    async succeed(name: string, now: number): Promise<void> {
      const runs = sql<number>`runs + 1`;
      await ofMine(name)
        .set({ holder: null, held_until: null, finished_at: now, error: null, runs })
        .execute();
    },

    async fail(name: string, error: string, now: number): Promise<void> {
      const failed = { failed_at: now, error: error.slice(0, longestError) };
      const runs = sql<number>`runs + 1`;
      await ofMine(name)
        .set({ holder: null, held_until: null, finished_at: now, ...failed, runs })
        .execute();
    },

    makeDue: (name: string, now: number) => makeDue({ db }, name, now),
  };
}

/** False where there is no such job, as on a database that no server has run on. */
export async function makeDue({ db }: Pick<Control, 'db'>, name: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('jobs')
    .set({ due_at: sql<number>`case when due_at < ${now} then due_at else ${now} end` })
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** For the command line: a running server does the job within seconds. */
export async function requireDue(control: Control, name: string, now: number): Promise<void> {
  if (await makeDue(control, name, now)) return;
  throw new ControlError('invalid_value', `There is no job "${name}". See: footfall jobs`);
}

import type { Control } from './open-control.ts';

/** Runs verbs that take a `Control` in one transaction. Nothing slow belongs inside: SQLite has one connection. */
export async function inTransaction<Result>(
  control: Control,
  work: (inside: Control) => Promise<Result>,
): Promise<Result> {
  return await control.db.transaction().execute((db) => work({ ...control, db }));
}

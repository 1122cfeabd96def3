import type { Control } from './open-control.ts';

/** Verbs that take a `Control`, all or none of them. Nothing slow belongs inside: SQLite has one connection. */
export async function inTransaction<Result>(
  control: Control,
  work: (inside: Control) => Promise<Result>,
): Promise<Result> {
  return await control.db.transaction().execute((db) => work({ ...control, db }));
}

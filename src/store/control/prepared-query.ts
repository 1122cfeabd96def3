import type { Compilable, CompiledQuery, InferResult, Kysely } from 'kysely';

/**
 * A query compiled once for each database and run with new values: building and compiling one costs more
 * than SQLite needs to answer it. `build` binds placeholders in the order in which the values are given.
 */
export function prepareQuery<Schema, Query extends Compilable>(build: (db: Kysely<Schema>) => Query) {
  const compiled = new WeakMap<Kysely<Schema>, CompiledQuery>();
  return async (db: Kysely<Schema>, values: readonly unknown[]): Promise<InferResult<Query>> => {
    let query = compiled.get(db);
    if (query === undefined) {
      query = build(db).compile();
      compiled.set(db, query);
    }
    const { rows } = await db.executeQuery({ ...query, parameters: values });
    return rows as InferResult<Query>;
  };
}

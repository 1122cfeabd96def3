import { type Kysely, sql } from 'kysely';

/** Existing websites go on as before: identities from browsers are accepted without a signature. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const websites = db.schema.alterTable('websites');
  await websites
    .addColumn('browser_identities', 'text', (column) =>
      column
        .notNull()
        .defaultTo('accepted')
        .check(sql`browser_identities in ('accepted', 'signed', 'refused')`),
    )
    .execute();
  await websites.addColumn('identity_secret', 'text').execute();
}

import { type Kysely, sql } from 'kysely';

/** Websites that are there go on as they did: identities from browsers are taken without a signature. */
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

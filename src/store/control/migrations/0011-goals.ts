import { type Kysely, sql } from 'kysely';

/** A goal that is archived counts no more and frees its name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('goals').addColumn('archived_at', 'bigint').execute();
  await db.schema
    .createIndex('goals_active_names')
    .on('goals')
    .columns(['website_id', 'name'])
    .unique()
    .where(sql.ref('archived_at'), 'is', null)
    .execute();
}

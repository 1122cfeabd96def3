import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('record_claims').addColumn('claims_json', 'text').execute();
}

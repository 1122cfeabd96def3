import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createErasures(db);
  await createErasedSubjects(db);
  await createFileRewrites(db);
  await createAuditEntries(db);
  await db.schema.alterTable('record_claims').addColumn('workspace_id', 'text').execute();
}

const key = (column: ColumnDefinitionBuilder) => column.primaryKey();
const required = (column: ColumnDefinitionBuilder) => column.notNull();
const ofWorkspace = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('workspaces.id').onDelete('cascade');

async function createErasures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('id', 'text', key)
    .addColumn('workspace_id', 'text', ofWorkspace)
    .addColumn('website_id', 'text')
    .addColumn('named_by', 'text', required)
    .addColumn('erased_by', 'text', required)
    .addColumn('erased_json', 'text', required)
    .addColumn('server_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('files_clean_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('erasures_newest_first')
    .on('erasures')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute();
}

async function createErasedSubjects(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erased_subjects')
    .addColumn('fingerprint', 'text', key)
    .addColumn('erased_at', 'bigint', required)
    .execute();
}

async function createFileRewrites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('file_rewrites')
    .addColumn('server_id', 'text', key)
    .addColumn('deleted_at', 'bigint', required)
    .addColumn('rewritten_at', 'bigint')
    .execute();
}

async function createAuditEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', key)
    .addColumn('workspace_id', 'text', (column) => column.references('workspaces.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('actor_kind', 'text', required)
    .addColumn('actor', 'text', required)
    .addColumn('network', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text', required)
    .execute();
  await db.schema
    .createIndex('audit_entries_newest_first')
    .on('audit_entries')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute();
}

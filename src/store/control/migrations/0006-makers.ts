import type { Kysely } from 'kysely';

/** Who made a key or an invitation, attempts at secrets, and daily counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addMakers(db);
  await slowDownAttempts(db);
  await createDailyCounts(db);
  await createServerSecrets(db);
}

/** Null where it was made before this was noted, and for keys of the command line. */
async function addMakers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_keys')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute();
  await db.schema
    .alterTable('invitations')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .execute();
}

async function slowDownAttempts(db: Kysely<unknown>): Promise<void> {
  const attempts = db.schema.alterTable('sign_in_attempts');
  await attempts.addColumn('account', 'text').execute();
  await attempts.addColumn('blocked_until', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await db.schema.createIndex('sign_in_attempts_account').on('sign_in_attempts').column('account').execute();
  await db.schema.createIndex('sign_in_attempts_age').on('sign_in_attempts').column('started_at').execute();
}

async function createDailyCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('daily_counts')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
}

async function createServerSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('server_secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .execute();
}

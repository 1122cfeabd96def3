import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await createSignIns(db);
  await createAttempts(db);
  await createSecrets(db);
  await createInvitations(db);
  await createFunnels(db);
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.id').onDelete('cascade');

/** One statement a column: SQLite takes no more. */
async function addColumns(db: Kysely<unknown>): Promise<void> {
  const workspaces = db.schema.alterTable('workspaces');
  await workspaces.addColumn('timezone', 'text', (column) => column.notNull().defaultTo('UTC')).execute();
  await workspaces.addColumn('currency', 'text', (column) => column.notNull().defaultTo('USD')).execute();
  const users = db.schema.alterTable('users');
  await users.addColumn('totp_secret', 'text').execute();
  await users.addColumn('totp_pending_secret', 'text').execute();
  await users.addColumn('totp_used_step', 'bigint').execute();
  await db.schema.alterTable('memberships').addColumn('joined_at', 'bigint').execute();
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_seen_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('browser', 'text', required)
    .addColumn('operating_system', 'text', required)
    .addColumn('country', 'text', required)
    .execute();
  await db.schema.createIndex('sign_ins_user').on('sign_ins').column('user_id').execute();
  await db.schema.createIndex('sign_ins_expiry').on('sign_ins').column('expires_at').execute();
}

async function createAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_attempts')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', required)
    .addColumn('attempts', 'bigint', required)
    .execute();
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', ofUser)
    .addColumn('fingerprint', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_primary', ['user_id', 'fingerprint'])
    .execute();
  await db.schema
    .createTable('password_resets')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', ofUser)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('set_up_tokens')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', required)
    .execute();
}

async function createInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'member', 'viewer')`))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('invitations_workspace').on('invitations').column('workspace_id').execute();
}

async function createFunnels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('funnels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', required)
    .addColumn('website_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('steps_json', 'text', required)
    .addColumn('window_hours', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addForeignKeyConstraint(
      'funnels_website',
      ['website_id', 'workspace_id'],
      'websites',
      ['id', 'workspace_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('funnels_newest_first')
    .on('funnels')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute();
}

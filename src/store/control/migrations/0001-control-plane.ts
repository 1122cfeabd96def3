import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createWorkspacesAndWebsites(db);
  await createKeys(db);
  await createUsers(db);
  await createSegments(db);
  await createGoalsAndAlerts(db);
  await createReportsAndShareLinks(db);
  await createRecordClaims(db);
  await createSpoolBacklogs(db);
}

async function createWorkspacesAndWebsites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('workspaces')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('rate_limit', 'integer', (column) => column.notNull().defaultTo(60))
    .addColumn('retention_days', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('websites')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('public_id', 'text', (column) => column.notNull().unique())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('allowed_domains_json', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    // Lets whatever hangs on a website name both in one foreign key: a row can then never pair a website
    // with a foreign workspace.
    .addUniqueConstraint('websites_id_workspace', ['id', 'workspace_id'])
    .execute();
  await createNewestFirstIndex(db, 'websites', 'workspace_id');
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('scopes_json', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await createNewestFirstIndex(db, 'api_keys', 'workspace_id');
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('memberships')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('workspace_id', 'text', (column) =>
      column.notNull().references('workspaces.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull().check(sql`role in ('owner', 'member', 'viewer')`))
    .addPrimaryKeyConstraint('memberships_primary', ['user_id', 'workspace_id'])
    .execute();
  await db.schema.createIndex('memberships_workspace').on('memberships').column('workspace_id').execute();
}

async function createSegments(db: Kysely<unknown>): Promise<void> {
  await createWebsiteTable(db, 'segments')
    .addColumn('filters_json', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('segments_website_name', ['website_id', 'name'])
    .execute();
  await createNewestFirstIndex(db, 'segments', 'website_id');
}

async function createGoalsAndAlerts(db: Kysely<unknown>): Promise<void> {
  await createWebsiteTable(db, 'goals')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('match', 'text', (column) => column.notNull())
    .execute();
  await createNewestFirstIndex(db, 'goals', 'workspace_id');
  await createWebsiteTable(db, 'alerts')
    .addColumn('metric', 'text', (column) => column.notNull())
    .addColumn('condition', 'text', (column) => column.notNull())
    .addColumn('threshold', 'double precision')
    .addColumn('window_minutes', 'integer', (column) => column.notNull())
    .addColumn('channels_json', 'text', (column) => column.notNull())
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('last_triggered_at', 'bigint')
    .execute();
  await createNewestFirstIndex(db, 'alerts', 'workspace_id');
}

async function createReportsAndShareLinks(db: Kysely<unknown>): Promise<void> {
  await createWebsiteTable(db, 'scheduled_reports')
    .addColumn('frequency', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('recipients_json', 'text', (column) => column.notNull())
    .addColumn('segment_id', 'text', (column) => column.references('segments.id').onDelete('set null'))
    .addColumn('next_run_at', 'bigint')
    .addColumn('last_sent_at', 'bigint')
    .execute();
  await createNewestFirstIndex(db, 'scheduled_reports', 'workspace_id');
  await createWebsiteTable(db, 'share_links')
    .addColumn('segment_id', 'text', (column) => column.references('segments.id').onDelete('set null'))
    .addColumn('token_fingerprint', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('last_viewed_at', 'bigint')
    .execute();
  await createNewestFirstIndex(db, 'share_links', 'workspace_id');
}

async function createSpoolBacklogs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('spool_backlogs')
    .addColumn('spool_id', 'text', (column) => column.primaryKey())
    .addColumn('oldest_accepted_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function createRecordClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('record_claims')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text')
    .addColumn('response', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  // Clearing expired claims must not read the transaction ids, which stay for ever.
  await db.schema
    .createIndex('record_claims_expiry')
    .on('record_claims')
    .column('expires_at')
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
}

function createWebsiteTable(db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> {
  return db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', (column) => column.notNull())
    .addColumn('website_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint(
      `${table}_website`,
      ['website_id', 'workspace_id'],
      'websites',
      ['id', 'workspace_id'],
      (constraint) => constraint.onDelete('cascade'),
    );
}

async function createNewestFirstIndex(db: Kysely<unknown>, table: string, owner: string): Promise<void> {
  await db.schema
    .createIndex(`${table}_newest_first`)
    .on(table)
    .columns([owner, 'created_at', 'id'])
    .execute();
}

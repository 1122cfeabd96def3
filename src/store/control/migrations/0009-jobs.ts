import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { newSecret } from '../../../contract/secret.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createJobs(db);
  await createDeliveries(db);
  await addReportColumns(db);
  await addAlertColumns(db);
  await createAlertEvents(db);
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const counter = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const ofWorkspace = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('workspaces.id').onDelete('cascade');
const ofSegment = (column: ColumnDefinitionBuilder) => column.references('segments.id').onDelete('set null');

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'bigint', required)
    .addColumn('holder', 'text')
    .addColumn('held_until', 'bigint')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('failed_at', 'bigint')
    .addColumn('error', 'text')
    .addColumn('runs', 'bigint', counter)
    .execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', ofWorkspace)
    .addColumn('kind', 'text', required)
    .addColumn('subject_id', 'text', required)
    .addColumn('once_key', 'text', (column) => column.notNull().unique())
    .addColumn('channel', 'text', required)
    .addColumn('payload_json', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', counter)
    .addColumn('due_at', 'bigint', required)
    .addColumn('holder', 'text')
    .addColumn('held_until', 'bigint')
    .addColumn('error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('deliveries_waiting')
    .on('deliveries')
    .column('due_at')
    .where(sql.ref('state'), '=', sql.lit('waiting'))
    .execute();
  await db.schema
    .createIndex('deliveries_subject')
    .on('deliveries')
    .columns(['subject_id', 'created_at'])
    .execute();
}

/** One statement a column: SQLite takes no more. */
async function addReportColumns(db: Kysely<unknown>): Promise<void> {
  const reports = db.schema.alterTable('scheduled_reports');
  await reports.addColumn('hour', 'integer', (column) => column.notNull().defaultTo(8)).execute();
  await reports.addColumn('narrowed', 'integer', counter).execute();
  await reports
    .addColumn('unsubscribed_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await reports.addColumn('unsubscribe_secret', 'text', (column) => column.notNull().defaultTo('')).execute();
  await reports.addColumn('error', 'text').execute();
  await sql`update scheduled_reports set narrowed = 1 where segment_id is not null`.execute(db);
  const { rows } = await sql<{ id: string }>`select id from scheduled_reports`.execute(db);
  for (const { id } of rows) {
    await sql`update scheduled_reports set unsubscribe_secret = ${newSecret()} where id = ${id}`.execute(db);
  }
  await db.schema
    .createIndex('scheduled_reports_due')
    .on('scheduled_reports')
    .column('next_run_at')
    .where(sql.ref('next_run_at'), 'is not', null)
    .execute();
}

async function addAlertColumns(db: Kysely<unknown>): Promise<void> {
  const alerts = db.schema.alterTable('alerts');
  await alerts.addColumn('segment_id', 'text', ofSegment).execute();
  await alerts.addColumn('narrowed', 'integer', counter).execute();
  await alerts.addColumn('targets_json', 'text', (column) => column.notNull().defaultTo('[]')).execute();
  await alerts.addColumn('firing', 'integer', counter).execute();
  await alerts.addColumn('told_firing', 'integer', counter).execute();
  await alerts.addColumn('untold', 'integer', counter).execute();
  await alerts.addColumn('next_check_at', 'bigint', counter).execute();
  await alerts.addColumn('checked_at', 'bigint').execute();
  await alerts.addColumn('watched_since', 'bigint', counter).execute();
  await alerts.addColumn('last_message_at', 'bigint').execute();
  await alerts.addColumn('message_before_at', 'bigint').execute();
  await alerts.addColumn('tested_at', 'bigint').execute();
  await alerts.addColumn('words', 'text').execute();
  await alerts.addColumn('error', 'text').execute();
  await db.schema
    .createIndex('alerts_next_check')
    .on('alerts')
    .columns(['enabled', 'next_check_at'])
    .execute();
}

async function createAlertEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('alert_id', 'text', (column) => column.notNull().references('alerts.id').onDelete('cascade'))
    .addColumn('workspace_id', 'text', ofWorkspace)
    .addColumn('started_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .addColumn('words', 'text', required)
    .addColumn('chart_json', 'text', required)
    .execute();
  await db.schema
    .createIndex('alert_events_newest_first')
    .on('alert_events')
    .columns(['alert_id', 'started_at', 'id'])
    .execute();
}

import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addShareLinkColumns(db);
  await addBadgeColumn(db);
  await createAnnotations(db);
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const flag = (value: 0 | 1) => (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(value);

/** One statement a column: SQLite takes no more. */
async function addShareLinkColumns(db: Kysely<unknown>): Promise<void> {
  const links = db.schema.alterTable('share_links');
  await links
    .addColumn('pages_json', 'text', (column) => column.notNull().defaultTo('["overview"]'))
    .execute();
  await links.addColumn('hides_revenue', 'integer', flag(1)).execute();
  await links.addColumn('hides_visitors', 'integer', flag(1)).execute();
  await links
    .addColumn('frame_ancestors_json', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  await links.addColumn('is_narrowed', 'integer', flag(0)).execute();
  await sql`update share_links set is_narrowed = 1 where segment_id is not null`.execute(db);
}

async function addBadgeColumn(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('websites').addColumn('has_badge', 'integer', flag(0)).execute();
}

async function createAnnotations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('annotations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workspace_id', 'text', required)
    .addColumn('website_id', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('at', 'bigint')
    .addColumn('note', 'text', required)
    .addColumn('author', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addForeignKeyConstraint(
      'annotations_website',
      ['website_id', 'workspace_id'],
      'websites',
      ['id', 'workspace_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('annotations_newest_first')
    .on('annotations')
    .columns(['workspace_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('annotations_days').on('annotations').columns(['website_id', 'day']).execute();
}

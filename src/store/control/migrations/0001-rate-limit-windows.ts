import { type Kysely, sql } from 'kysely';

/** PostgreSQL keeps the windows out of its write-ahead log: they need not outlive a crash. */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const table = db.schema
    .createTable('rate_limit_windows')
    .addColumn('workspace_id', 'text', (column) => column.primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull());
  await (kind === 'postgres' ? table.modifyFront(sql`unlogged`) : table).execute();
}

/**
 * Tables, materialized views and changes to tables, declared once; the layout decides which statements make them.
 * Every statement may run twice, because a server can be ended before it has recorded the step.
 */
import { type Layout, storedName } from './layout.ts';

/**
 * A change of the schema, as the statements that each node runs for itself. `isNew` on a node without a schema so far.
 */
export type Change = (layout: Layout, isNew: boolean) => readonly string[];

export type Table = {
  name: string;
  /** Columns and indexes. */
  columns: string;
  engine?: 'MergeTree' | 'AggregatingMergeTree' | 'SummingMergeTree' | 'ReplacingMergeTree';
  partitionBy?: string;
  orderBy: string;
  /**
   * A whole number that decides the shard of a row, the same each time the row is inserted: a repeat that went to
   * another shard would not be recognised. None where only views write, each on its own node.
   */
  shardBy?: string;
  /** Rows between two marks of the index: few where single rows are looked up. */
  granularity?: number;
  /** When a row expires. A part is dropped as a whole, after the last of its rows. */
  expiresAt?: string;
};

/**
 * Rows inserted into `from` are also written to `to`, as `select` makes them; on a cluster by the node that got them.
 */
export type View = { name: string; from: string; to: string; select: (from: string) => string };

export type Alteration = {
  table: string;
  /** ADD, MODIFY and DROP COLUMN. */
  columns?: readonly string[];
  /** What concerns only the table that holds the rows: indexes, projections, settings, TTL. */
  storage?: readonly string[];
};

// A repeated insert is dropped by its token while that is among the last this many of its table. Targets of views need
// a window of their own, because each table deduplicates for itself.
const deduplicationWindow = 10_000;

// Records leave the spool once inserted, so an insert must have reached the disk when it is acknowledged.
const durable = `non_replicated_deduplication_window = ${deduplicationWindow},
  fsync_after_insert = 1, fsync_part_directory = 1`;

export function createTable(table: Table): Change {
  const { name, columns, engine = 'MergeTree', partitionBy, orderBy, granularity = 8192, expiresAt } = table;
  return (layout) => {
    const stored = `CREATE TABLE IF NOT EXISTS ${storedName(name, layout)} (${columns})
      ENGINE = ${engine} ${partitionBy ? `PARTITION BY ${partitionBy}` : ''} ORDER BY ${orderBy}
      ${expiresAt ? `TTL ${expiresAt}` : ''}
      SETTINGS index_granularity = ${granularity}, ${durable} ${expiresAt ? ', ttl_only_drop_parts = 1' : ''}`;
    return layout.kind === 'single' ? [stored] : [stored, buildDistributed(table, layout)];
  };
}

function buildDistributed({ name, shardBy }: Table, layout: Extract<Layout, { kind: 'sharded' }>): string {
  const stored = storedName(name, layout);
  const place = [`'${layout.cluster}'`, `'${layout.database}'`, `'${stored}'`, ...(shardBy ? [shardBy] : [])];
  return `CREATE TABLE IF NOT EXISTS ${name} AS ${stored} ENGINE = Distributed(${place.join(', ')})`;
}

/** Drops a table with its rows, or a view. */
export function dropTable(name: string): Change {
  return unlessNew(dropDerivedTable(name));
}

/** Drops a table whose rows can be derived again; also in a new database, where earlier steps have created it. */
export function dropDerivedTable(name: string): Change {
  return (layout) => {
    const stored = storedName(name, layout);
    return [...new Set([name, stored])].map((each) => `DROP TABLE IF EXISTS ${each} SYNC`);
  };
}

export function emptyTable(name: string): Change {
  return unlessNew((layout) => [`TRUNCATE TABLE ${storedName(name, layout)}`]);
}

/** For steps that a new database does not need, as there are no rows yet, or a later step recreates the table. */
export function unlessNew(change: Change): Change {
  return (layout, isNew) => (isNew ? [] : change(layout, isNew));
}

export function createView({ name, from, to, select }: View): Change {
  return (layout) => [
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name} TO ${storedName(to, layout)}
      AS ${select(storedName(from, layout))}`,
  ];
}

/** Existing rows are changed in the background, and read as if they were changed already. */
export function alterTable({ table, columns = [], storage = [] }: Alteration): Change {
  const alter = (name: string, changes: readonly string[]) =>
    `ALTER TABLE ${name} ${changes.join(', ')} SETTINGS alter_sync = 0`;
  return (layout) => {
    const statements = [alter(storedName(table, layout), [...columns, ...storage])];
    return layout.kind === 'sharded' && columns.length > 0
      ? [...statements, alter(table, columns)]
      : statements;
  };
}

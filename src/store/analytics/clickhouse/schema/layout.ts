/**
 * Where rows lie. On one server a table holds its rows itself. On a cluster each node has a part of them in
 * `<name>_shard`, and `<name>` stands for all parts together: it is what reports read and inserts go to.
 */
export type Layout =
  | { kind: 'single' }
  | { kind: 'sharded'; cluster: string; database: string; nodes: number };

/** The table that holds the rows on a node. */
export function storedName(table: string, { kind }: Layout): string {
  return kind === 'single' ? table : `${table}_shard`;
}

import { type SelectQueryBuilder, sql } from 'kysely';
import { isUuid } from '../../contract/ids.ts';

/** Every list is newest first, by (created_at, id); see ordered-id.ts for rows of one millisecond. */
export type PageRequest = { limit: number; cursor?: string | undefined };

export type Page<Item> = { items: Item[]; nextCursor: string | undefined };

export type Position = { id: string; created_at: number };

/** The query selects from one table, `id` and `created_at` included, and is already bound to its tenant. */
export async function runPage<Schema, Table extends keyof Schema, Row extends Position, Item>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  request: PageRequest,
  buildItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const after = parseCursor(request.cursor);
  const rest =
    after === undefined
      ? query
      : query.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`);
  const rows = (await rest
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(request.limit + 1)
    .execute()) as Row[];
  const shown = rows.slice(0, request.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > shown.length && last !== undefined;
  return { items: shown.map(buildItem), nextCursor: hasMore ? buildCursor(last) : undefined };
}

function buildCursor(position: Position): string {
  return Buffer.from(`${position.created_at}.${position.id}`).toString('base64url');
}

/** An invalid cursor restarts at the first page (spec, GET /pixel/websites). */
function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const match = /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id] = match ?? [];
  if (createdAt === undefined || id === undefined || !isUuid(id)) return undefined;
  return { created_at: Number(createdAt), id };
}

import type { ApiRequest } from '../harness/api-client.ts';
import type { Tenant } from '../harness/tenant.ts';

type Row = Record<string, unknown>;

const mostPages = 20;

/** Follows `next_cursor` to the end; answers the rows of each page. */
export async function walkPages(
  tenant: Tenant,
  path: string,
  query: NonNullable<ApiRequest['query']>,
): Promise<Row[][]> {
  const pages: Row[][] = [];
  let cursor: string | undefined;
  while (pages.length < mostPages) {
    const { status, body } = await tenant.get(path, { ...query, ...(cursor !== undefined && { cursor }) });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
    pages.push(body.data);
    const { has_more, next_cursor } = body.pagination;
    if (has_more !== (next_cursor !== undefined))
      throw new Error('A cursor goes with has_more, and only so.');
    if (!has_more) return pages;
    cursor = next_cursor;
  }
  throw new Error(`${path} has no last page.`);
}

/** Each breaks the rule "one whole number of at least 1". */
export const badLimits: readonly (string | readonly string[])[] = [
  '0',
  '-1',
  '1.5',
  'abc',
  '1e2',
  '',
  ['2', '3'],
];

import { expect, it } from 'vitest';
import { describeControl } from '../../../test/harness/control.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import type { Control } from './open-control.ts';
import { newOrderedUuid } from './ordered-id.ts';
import { runPage } from './page.ts';

const instant = 1_700_000_000_000;

async function insertNamed(control: Control, names: readonly string[], now: number): Promise<void> {
  for (const name of names) {
    await control.db
      .insertInto('workspaces')
      .values({ id: newOrderedUuid(now) as WorkspaceId, name, created_at: now })
      .execute();
  }
}

function listNames(control: Control, limit: number, cursor?: string) {
  const query = control.db.selectFrom('workspaces').select(['id', 'name', 'created_at']);
  return runPage(query, { limit, cursor }, (row) => row.name);
}

async function walkNames(control: Control, limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listNames(control, limit, cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

describeControl('a list', ({ open }) => {
  it('is newest first, rows of one millisecond included, and every page continues the last', async () => {
    const control = await open();
    await insertNamed(control, ['c', 'd', 'e'], instant + 1);
    await insertNamed(control, ['a', 'b'], instant);
    await insertNamed(control, ['f'], instant + 2);
    expect(await walkNames(control, 2)).toEqual([
      ['f', 'e'],
      ['d', 'c'],
      ['b', 'a'],
    ]);
    expect(await walkNames(control, 4)).toEqual([
      ['f', 'e', 'd', 'c'],
      ['b', 'a'],
    ]);
    expect(await walkNames(control, 100)).toEqual([['f', 'e', 'd', 'c', 'b', 'a']]);
  });

  it('shows no row twice and leaves none out when rows arrive during the walk', async () => {
    const control = await open();
    await insertNamed(control, ['a', 'b', 'c'], instant);
    const first = await listNames(control, 2);
    await insertNamed(control, ['d'], instant + 1);
    expect((await listNames(control, 2, first.nextCursor)).items).toEqual(['a']);
  });

  it('restarts at the first page for a cursor that is none', async () => {
    const control = await open();
    await insertNamed(control, ['a', 'b'], instant);
    const forged = (text: string) => Buffer.from(text).toString('base64url');
    const cursors = [
      '',
      'x',
      '\0',
      '%00',
      "' or 1=1 --",
      'a'.repeat(10_000),
      forged('1.2'),
      forged(`${instant}.\0`.padEnd(50, 'x')),
      forged(`99999999999999999999.${newOrderedUuid(instant)}`),
      forged(`-1.${newOrderedUuid(instant)}`),
    ];
    for (const cursor of cursors) expect((await listNames(control, 1, cursor)).items).toEqual(['b']);
  });
});

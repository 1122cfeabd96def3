import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { JsonObject } from '../contract/json-object.ts';
import { JsonText, parseJson } from '../contract/json-text.ts';
import type { Control } from '../store/control/open-control.ts';
import { createSegment } from './create-segment.ts';
import { deleteSegment } from './delete-segment.ts';
import { findSegment } from './find-segment.ts';
import { listSegments } from './list-segments.ts';
import { requireSegment } from './require-segment.ts';
import { updateSegment } from './update-segment.ts';

const clock = () => 1_700_000_000_000;
const later = () => 1_700_000_060_000;
const ours = 'ours' as WorkspaceId;
const theirs = 'theirs' as WorkspaceId;
const website = '0189aaaa-0000-7000-8000-000000000001' as WebsiteUuid;
const secondWebsite = '0189aaaa-0000-7000-8000-000000000002' as WebsiteUuid;
const unknownId = '0189aaaa-0000-7000-8000-00000000ffff';

async function openWithWebsites(open: () => Promise<Control>): Promise<Control> {
  const control = await open();
  await control.db
    .insertInto('workspaces')
    .values([ours, theirs].map((id) => ({ id, name: id, created_at: 0 })))
    .execute();
  await control.db
    .insertInto('websites')
    .values(
      [website, secondWebsite].map((id, index) => ({
        id,
        public_id: `ff_${index}` as PublicWebsiteId,
        workspace_id: ours,
        allowed_domains_json: '["example.com"]',
        created_at: 0,
      })),
    )
    .execute();
  return control;
}

describeControl('segments', ({ open }) => {
  const create = (control: Control, name: string, websiteUuid: string = website) =>
    createSegment(control, ours, { websiteUuid, name, filters: { country: 'DE' } }, clock);

  it('are saved, found, changed and deleted', async () => {
    const control = await openWithWebsites(open);
    const saved = await create(control, 'Germany');
    const createdAt = '2023-11-14T22:13:20.000Z';
    expect(saved).toEqual({
      id: saved.id,
      website_id: website,
      name: 'Germany',
      filters: new JsonText('{"country":"DE"}'),
      created_at: createdAt,
      updated_at: createdAt,
    });
    expect(await requireSegment(control, ours, saved.id)).toEqual(saved);
    const renamed = await updateSegment(control, ours, saved.id, { name: 'Deutschland' }, later);
    const updatedAt = '2023-11-14T22:14:20.000Z';
    expect(renamed).toEqual({ ...saved, name: 'Deutschland', updated_at: updatedAt });
    const replaced = await updateSegment(control, ours, saved.id, { filters: { os: 'Linux' } }, later);
    expect(replaced).toEqual({ ...renamed, filters: new JsonText('{"os":"Linux"}') });
    expect(await findSegment(control, ours, saved.id.toUpperCase())).toEqual(replaced);
    expect(await deleteSegment(control, ours, saved.id)).toBe(saved.id);
    expect(await findSegment(control, ours, saved.id)).toBeUndefined();
  });

  it('have a name of their own on a website', async () => {
    const control = await openWithWebsites(open);
    const first = await create(control, 'Germany');
    await expect(create(control, 'Germany')).rejects.toMatchObject({ code: 'duplicate_name', status: 409 });
    await create(control, 'Germany', secondWebsite);
    await create(control, 'germany');
    const clash = updateSegment(control, ours, first.id, { name: 'germany' }, later);
    await expect(clash).rejects.toMatchObject({ code: 'duplicate_name' });
    const same = await updateSegment(control, ours, first.id, { name: 'Germany' }, later);
    expect(same.name).toBe('Germany');
  });

  it('keep one of two made at once under one name', async () => {
    const control = await openWithWebsites(open);
    const made = await Promise.allSettled([1, 2, 3].map(() => create(control, 'Germany')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('are nothing to a foreign workspace', async () => {
    const control = await openWithWebsites(open);
    const { id } = await create(control, 'Germany');
    const missing = { code: 'not_found', status: 404 };
    expect(await findSegment(control, theirs, id)).toBeUndefined();
    await expect(requireSegment(control, theirs, id)).rejects.toMatchObject(missing);
    await expect(updateSegment(control, theirs, id, { name: 'x' }, later)).rejects.toMatchObject(missing);
    await expect(deleteSegment(control, theirs, id)).rejects.toMatchObject(missing);
    const onForeignWebsite = createSegment(
      control,
      theirs,
      { websiteUuid: website, name: 'x', filters: {} },
      clock,
    );
    await expect(onForeignWebsite).rejects.toMatchObject(missing);
    const listed = await listSegments(control, theirs, { websiteUuid: website, limit: 10 });
    expect(listed).toEqual({ items: [], nextCursor: undefined });
    expect((await findSegment(control, ours, id))?.name).toBe('Germany');
  });

  it.each(['', 'ff_0', 'x', `${unknownId}\0`, unknownId])('are not found under %j', async (id) => {
    const control = await openWithWebsites(open);
    const missing = { code: 'not_found' };
    expect(await findSegment(control, ours, id)).toBeUndefined();
    await expect(updateSegment(control, ours, id, { name: 'x' }, later)).rejects.toMatchObject(missing);
    await expect(deleteSegment(control, ours, id)).rejects.toMatchObject(missing);
    await expect(create(control, 'x', id)).rejects.toMatchObject(missing);
    expect((await listSegments(control, ours, { websiteUuid: id, limit: 1 })).items).toEqual([]);
  });

  it('are listed by website, newest first, in pages', async () => {
    const control = await openWithWebsites(open);
    for (const name of ['a', 'b', 'c']) await create(control, name);
    await create(control, 'other', secondWebsite);
    const first = await listSegments(control, ours, { websiteUuid: website, limit: 2 });
    expect(first.items.map(({ name }) => name)).toEqual(['c', 'b']);
    const second = await listSegments(control, ours, {
      websiteUuid: website,
      limit: 2,
      cursor: first.nextCursor,
    });
    expect(second.items.map(({ name }) => name)).toEqual(['a']);
    expect(second.nextCursor).toBeUndefined();
  });

  it.each([
    ['a __proto__ key', '{"__proto__":{"admin":true},"constructor":{"prototype":null}}'],
    ['the order of its keys', '{"z":1,"a":{"y":[],"b":{}},"m":null,"2":2,"1":1}'],
    ['all digits of its numbers', '{"n":12345678901234567890,"one":1.0}'],
    ['NUL and lone surrogates', '{"a\\u0000b":"\\u0000","c":"\\ud800","d":"💶"}'],
    ['deep nesting', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['nothing', '{}'],
  ])('give back filters with %s as sent', async (_what, text) => {
    const control = await openWithWebsites(open);
    const { filters } = parseJson(`{"filters":${text}}`) as { filters: JsonObject };
    const input = { websiteUuid: website, name: 'exact', filters };
    const { id } = await createSegment(control, ours, input, clock);
    expect((await requireSegment(control, ours, id)).filters.text).toBe(text);
  });
});

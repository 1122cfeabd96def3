import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { createWebsite } from './create-website.ts';
import { findWebsiteByPublicId, findWebsiteByUuid } from './find-website.ts';
import { listOwnDomains } from './list-own-domains.ts';
import { listWebsites } from './list-websites.ts';

const clock = () => 1_700_000_000_000;
const ours = 'ours' as WorkspaceId;
const theirs = 'theirs' as WorkspaceId;

async function insertWorkspaces(control: Control): Promise<void> {
  await control.db
    .insertInto('workspaces')
    .values([ours, theirs].map((id) => ({ id, name: id, created_at: 0 })))
    .execute();
}

describeControl('websites', ({ open }) => {
  it('have a UUID, a public id, domains and a time', async () => {
    const control = await open();
    await insertWorkspaces(control);
    const website = await createWebsite(control, ours, ['https://Example.com/'], clock);
    expect(website).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      websiteId: expect.stringMatching(/^ff_[A-Za-z0-9_-]{16}$/),
      allowedDomains: ['example.com'],
      createdAt: '2023-11-14T22:13:20.000Z',
    });
    expect(await findWebsiteByPublicId(control, ours, website.websiteId)).toEqual(website);
    expect(await findWebsiteByUuid(control, ours, website.id)).toEqual(website);
    expect(await findWebsiteByUuid(control, ours, website.id.toUpperCase())).toEqual(website);
  });

  it('are nothing to a foreign workspace', async () => {
    const control = await open();
    await insertWorkspaces(control);
    const website = await createWebsite(control, ours, ['example.com'], clock);
    expect(await findWebsiteByPublicId(control, theirs, website.websiteId)).toBeUndefined();
    expect(await findWebsiteByUuid(control, theirs, website.id)).toBeUndefined();
    expect(await listWebsites(control, theirs, { limit: 10 })).toEqual({ items: [], nextCursor: undefined });
    expect(await listOwnDomains(control, theirs)).toEqual([]);
  });

  it('are not found under anything else', async () => {
    const control = await open();
    await insertWorkspaces(control);
    const { id, websiteId } = await createWebsite(control, ours, ['example.com'], clock);
    for (const text of [
      '',
      id,
      `${websiteId}\0`,
      `${websiteId}'--`,
      `ff_${'x'.repeat(10_000)}`,
      'ff_\ud800',
    ]) {
      expect(await findWebsiteByPublicId(control, ours, text)).toBeUndefined();
    }
    for (const text of ['', websiteId, `${id}\0`, `${id}'--`]) {
      expect(await findWebsiteByUuid(control, ours, text)).toBeUndefined();
    }
  });

  it('are listed newest first in pages of the workspace alone', async () => {
    const control = await open();
    await insertWorkspaces(control);
    for (const domain of ['a.com', 'b.com', 'c.com']) {
      await createWebsite(control, ours, [domain, 'shared.com'], clock);
      await createWebsite(control, theirs, ['theirs.com'], clock);
    }
    const first = await listWebsites(control, ours, { limit: 2 });
    expect(first.items.map(({ allowedDomains }) => allowedDomains[0])).toEqual(['c.com', 'b.com']);
    const second = await listWebsites(control, ours, { limit: 2, cursor: first.nextCursor });
    expect(second.items.map(({ allowedDomains }) => allowedDomains[0])).toEqual(['a.com']);
    expect(second.nextCursor).toBeUndefined();
    expect((await listOwnDomains(control, ours)).sort()).toEqual(['a.com', 'b.com', 'c.com', 'shared.com']);
  });

  it('need a workspace that exists', async () => {
    const missing = createWebsite(await open(), ours, ['example.com'], clock);
    await expect(missing).rejects.toMatchObject({ code: 'unknown_workspace' });
  });
});

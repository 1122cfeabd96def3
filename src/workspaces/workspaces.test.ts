import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { createWorkspace } from './create-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { updateWorkspace } from './update-workspace.ts';

const clock = () => 1_700_000_000_000;

describeControl('workspaces', ({ open }) => {
  it('start with 60 requests a minute and without an end of retention', async () => {
    const control = await open();
    const created = await createWorkspace(control, { name: 'Acme' }, clock);
    expect(created).toEqual({ id: created.id, name: 'Acme', rateLimit: 60, retentionDays: null });
    expect(await listWorkspaces(control)).toEqual([created]);
  });

  it('change in what is given alone', async () => {
    const control = await open();
    const { id } = await createWorkspace(control, { name: 'Acme', rateLimit: 100, retentionDays: 30 }, clock);
    const renamed = await updateWorkspace(control, id, { name: 'Acme & Söhne' });
    expect(renamed).toEqual({ id, name: 'Acme & Söhne', rateLimit: 100, retentionDays: 30 });
    const kept = await updateWorkspace(control, id, { rateLimit: 5, retentionDays: null });
    expect(kept).toEqual({ id, name: 'Acme & Söhne', rateLimit: 5, retentionDays: null });
    expect(await updateWorkspace(control, id, {})).toEqual(kept);
  });

  it('are listed newest first', async () => {
    const control = await open();
    for (const name of ['a', 'b', 'c']) await createWorkspace(control, { name }, clock);
    expect((await listWorkspaces(control)).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  });

  it('refuse unusable settings and say when there is no such workspace', async () => {
    const control = await open();
    const refused = [
      { name: ' ' },
      { name: 'x'.repeat(256) },
      { name: 'a', rateLimit: 0 },
      { name: 'a', rateLimit: 1.5 },
      { name: 'a', rateLimit: Number.NaN },
      { name: 'a', rateLimit: 1e12 },
      { name: 'a', retentionDays: 0 },
    ];
    for (const settings of refused) {
      await expect(createWorkspace(control, settings, clock)).rejects.toMatchObject({
        code: 'invalid_value',
      });
    }
    const missing = updateWorkspace(control, 'nowhere' as WorkspaceId, { name: 'a' });
    await expect(missing).rejects.toMatchObject({ code: 'unknown_workspace' });
  });
});

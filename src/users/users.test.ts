import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { changeRole, removeMember } from './change-member.ts';
import { changePassword } from './change-password.ts';
import { createUser } from './create-user.ts';
import { createInvitation, listInvitations } from './invitations.ts';
import { generatePassword, verifyPassword } from './password.ts';
import { findRememberedBrowser, rememberBrowser } from './remembered-browser.ts';

const clock = () => 1_700_000_000_000;
const ours = 'ours' as WorkspaceId;
const theirs = 'theirs' as WorkspaceId;

async function openWithWorkspaces(open: () => Promise<Control>): Promise<Control> {
  const control = await open();
  await control.db
    .insertInto('workspaces')
    .values([ours, theirs].map((id) => ({ id, name: id, created_at: 0 })))
    .execute();
  return control;
}

describeControl('users', ({ open, createDatabase }) => {
  it('keep their password as an Argon2id hash alone', async () => {
    const control = await openWithWorkspaces(open);
    const password = generatePassword();
    const created = await createUser(
      control,
      { workspaceId: ours, email: ' Ada@Example.COM ', password },
      clock,
    );
    expect(created).toEqual({ id: created.id, email: 'ada@example.com', role: 'owner', isNew: true });
    const row = await control.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(row.password_hash, password)).toBe(true);
    expect(await verifyPassword(row.password_hash, `${password}x`)).toBe(false);
  });

  it('join a second workspace with the password they have, and none twice', async () => {
    const control = await openWithWorkspaces(open);
    const first = await createUser(
      control,
      { workspaceId: ours, email: 'ada@example.com', password: 'first password' },
      clock,
    );
    const joined = await createUser(
      control,
      { workspaceId: theirs, email: 'ADA@example.com', password: 'other password', role: 'viewer' },
      clock,
    );
    expect(joined).toEqual({ id: first.id, email: 'ada@example.com', role: 'viewer', isNew: false });
    const row = await control.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(await verifyPassword(row.password_hash, 'first password')).toBe(true);
    const again = createUser(
      control,
      { workspaceId: theirs, email: 'ada@example.com', password: 'third password' },
      clock,
    );
    await expect(again).rejects.toMatchObject({ code: 'duplicate_member' });
  });

  it('take the invitations that they made with them, and those that nobody is known to have made', async () => {
    const control = await openWithWorkspaces(open);
    const join = (email: string, workspaceId = ours) =>
      createUser(control, { workspaceId, email, password: 'long enough' }, clock);
    const ada = await join('ada@example.com');
    const eve = await join('eve@example.com');
    await join('eve@example.com', theirs);
    await join('ada@example.com', theirs);
    const invite = (workspaceId: WorkspaceId, createdBy: typeof ada.id) =>
      createInvitation(control, workspaceId, { role: 'owner', createdBy }, clock());
    const byAda = await invite(ours, ada.id);
    await invite(ours, eve.id);
    const elsewhere = await invite(theirs, eve.id);
    const old = await invite(ours, ada.id);
    await control.db.updateTable('invitations').set({ created_by: null }).where('id', '=', old.id).execute();
    const listed = async (workspaceId: WorkspaceId) =>
      (await listInvitations(control, workspaceId, clock())).map(({ id }) => id);

    await changeRole(control, ours, eve.id, 'owner');
    expect(await listed(ours)).toHaveLength(3);
    await removeMember(control, ours, eve.id);
    expect(await listed(ours)).toEqual([byAda.id]);
    expect(await listed(theirs)).toEqual([elsewhere.id]);
    await changeRole(control, theirs, eve.id, 'member');
    expect(await listed(theirs)).toEqual([]);
  });

  it('are remembered by a browser until their password changes, in every process', async () => {
    const database = await createDatabase();
    const control = await open(database);
    await control.db.insertInto('workspaces').values({ id: ours, name: 'Ours', created_at: 0 }).execute();
    const join = (email: string) =>
      createUser(control, { workspaceId: ours, email, password: 'long enough' }, clock);
    const ada = await join('ada@example.com');
    await join('eve@example.com');
    const token = await rememberBrowser(control, ada.id);
    const other = await open(database);
    const name = await findRememberedBrowser(other, 'ADA@example.com', token);
    expect(token.startsWith(`${name}.`)).toBe(true);
    expect(await findRememberedBrowser(other, 'eve@example.com', token)).toBeUndefined();
    expect(await findRememberedBrowser(other, 'nobody@example.com', token)).toBeUndefined();
    await changePassword(control, ada.id, 'another one');
    expect(await findRememberedBrowser(other, 'ada@example.com', token)).toBeUndefined();
  });

  it('refuse unusable input and a missing workspace', async () => {
    const control = await openWithWorkspaces(open);
    const usable = { workspaceId: ours, email: 'ada@example.com', password: 'long enough' };
    const refused = [
      { ...usable, email: 'ada' },
      { ...usable, email: 'ada @example.com' },
      { ...usable, password: 'short' },
      { ...usable, password: 'x'.repeat(1025) },
    ];
    for (const input of refused) {
      await expect(createUser(control, input, clock)).rejects.toMatchObject({ code: 'invalid_value' });
    }
    const missing = createUser(control, { ...usable, workspaceId: 'nowhere' as WorkspaceId }, clock);
    await expect(missing).rejects.toMatchObject({ code: 'unknown_workspace' });
    expect(await control.db.selectFrom('users').selectAll().execute()).toEqual([]);
  });
});

it('generates passwords that differ', () => {
  expect(generatePassword()).toMatch(/^[A-Za-z0-9_-]{20}$/);
  expect(generatePassword()).not.toBe(generatePassword());
});

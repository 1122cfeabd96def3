import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { createUser } from './create-user.ts';
import { generatePassword, verifyPassword } from './password.ts';

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

describeControl('users', ({ open }) => {
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

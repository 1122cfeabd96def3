import { expect, it, vi } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { KeyId, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { authenticateKey, createKeyAuthenticator } from './authenticate-key.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { touchKey } from './touch-key.ts';

const now = 1_700_000_000_000;
const clock = () => now;
const ours = 'ours' as WorkspaceId;

async function insertWorkspace(control: Control): Promise<void> {
  await control.db
    .insertInto('workspaces')
    .values({ id: ours, name: 'Ours', rate_limit: 7, retention_days: 90, created_at: 0 })
    .execute();
}

describeControl('keys', ({ open, createDatabase }) => {
  it('open the workspace they were made for', async () => {
    const control = await open();
    await insertWorkspace(control);
    const scopes = ['pixel:read', 'pixel:write', 'pixel:read'];
    const { id, key, ...shown } = await createKey(control, ours, { name: 'Shop', scopes }, clock);
    expect(key).toMatch(/^wk_[A-Za-z0-9_-]{40}$/);
    expect(shown).toEqual({ name: 'Shop', scopes: ['pixel:read', 'pixel:write'] });
    expect(await authenticateKey(control, key, clock)).toEqual({
      ok: true,
      key: {
        id,
        name: 'Shop',
        scopes: ['pixel:read', 'pixel:write'],
        workspaceId: ours,
        rateLimit: 7,
        retentionDays: 90,
      },
    });
  });

  it('are stored as a fingerprint and a prefix only', async () => {
    const control = await open();
    await insertWorkspace(control);
    const { key } = await createKey(control, ours, { name: 'Shop', scopes: ['ai:read'] }, clock);
    const stored = JSON.stringify(await control.db.selectFrom('api_keys').selectAll().execute());
    expect(stored).toContain(key.slice(0, 10));
    expect(stored).not.toContain(key.slice(0, 11));
  });

  it('are unknown in any other spelling', async () => {
    const control = await open();
    await insertWorkspace(control);
    const { key } = await createKey(control, ours, { name: 'Shop', scopes: ['ai:read'] }, clock);
    const others = [
      '',
      'wk_',
      key.slice(0, -1),
      `${key}x`,
      `${key}\0`,
      key.toUpperCase(),
      'wk_\ud800',
      "wk_' or 1=1",
    ];
    for (const other of others) {
      expect(await authenticateKey(control, other, clock)).toEqual({ ok: false, code: 'invalid_api_key' });
    }
  });

  it('end at their expiry, and a revocation counts first', async () => {
    const control = await open();
    await insertWorkspace(control);
    const input = { name: 'Shop', scopes: ['pixel:read'], expiresAt: now + 1000 };
    const { id, key } = await createKey(control, ours, input, clock);
    expect(await authenticateKey(control, key, () => now + 999)).toMatchObject({ ok: true });
    const expired = await authenticateKey(control, key, () => now + 1000);
    expect(expired).toEqual({ ok: false, code: 'api_key_expired' });
    await revokeKey(control, id, clock);
    const revoked = await authenticateKey(control, key, () => now + 1000);
    expect(revoked).toEqual({ ok: false, code: 'api_key_revoked' });
  });

  it('are revoked for every process at once', async () => {
    const database = await createDatabase();
    const server = await open(database);
    const operator = await open(database);
    await insertWorkspace(operator);
    const { id, key } = await createKey(operator, ours, { name: 'Shop', scopes: ['pixel:read'] }, clock);
    expect(await authenticateKey(server, key, clock)).toMatchObject({ ok: true });
    await revokeKey(operator, id, clock);
    expect(await authenticateKey(server, key, clock)).toEqual({ ok: false, code: 'api_key_revoked' });
  });

  it('are asked about once for all requests of a turn, and again in the next', async () => {
    const control = await open();
    await insertWorkspace(control);
    const { id, key } = await createKey(control, ours, { name: 'Shop', scopes: ['pixel:read'] }, clock);
    const check = createKeyAuthenticator(control, clock);
    const [first, second, other] = await Promise.all([check(key), check(key), check(`${key}x`)]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toBe(first);
    expect(other).toEqual({ ok: false, code: 'invalid_api_key' });
    await revokeKey(control, id, clock);
    expect(await check(key)).toEqual({ ok: false, code: 'api_key_revoked' });
  });

  it('are revoked once: again changes nothing, an unknown id is an error', async () => {
    const control = await open();
    await insertWorkspace(control);
    const { id } = await createKey(control, ours, { name: 'Shop', scopes: ['pixel:read'] }, clock);
    await revokeKey(control, id, clock);
    await revokeKey(control, id, () => now + 5000);
    const row = await control.db.selectFrom('api_keys').select('revoked_at').executeTakeFirstOrThrow();
    expect(row.revoked_at).toBe(now);
    const unknown = revokeKey(control, 'nothing' as KeyId, clock);
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_key' });
  });

  it('are listed newest first without the revoked and without secrets', async () => {
    const control = await open();
    await insertWorkspace(control);
    const first = await createKey(control, ours, { name: 'first', scopes: ['ai:read'] }, clock);
    const second = await createKey(
      control,
      ours,
      { name: 'second', scopes: ['ai:read'], expiresAt: now },
      clock,
    );
    const gone = await createKey(control, ours, { name: 'gone', scopes: ['ai:read'] }, clock);
    await revokeKey(control, gone.id, clock);
    const listed = { scopes: ['ai:read'], lastUsedAt: null, createdAt: '2023-11-14T22:13:20.000Z' };
    expect(await listKeys(control, ours)).toEqual([
      {
        ...listed,
        id: second.id,
        name: 'second',
        prefix: second.key.slice(0, 10),
        expiresAt: listed.createdAt,
      },
      { ...listed, id: first.id, name: 'first', prefix: first.key.slice(0, 10), expiresAt: null },
    ]);
    expect(await listKeys(control, 'theirs' as WorkspaceId)).toEqual([]);
  });

  it('note their last use at most once a minute', async () => {
    const control = await open();
    await insertWorkspace(control);
    const { id } = await createKey(control, ours, { name: 'Shop', scopes: ['ai:read'] }, clock);
    const readLastUse = async () => (await listKeys(control, ours))[0]?.lastUsedAt;
    touchKey(control, id, now);
    await vi.waitUntil(async () => (await readLastUse()) === new Date(now).toISOString());
    touchKey(control, id, now + 59_999);
    touchKey(control, id, now + 60_000);
    await vi.waitUntil(async () => (await readLastUse()) === new Date(now + 60_000).toISOString());
  });

  it('refuse unusable input and a missing workspace', async () => {
    const control = await open();
    const usable = { name: 'Shop', scopes: ['ai:read'] };
    const refused = [
      { ...usable, name: '' },
      { ...usable, scopes: [] },
      { ...usable, scopes: ['pixel:all'] },
      { ...usable, expiresAt: Number.NaN },
    ];
    for (const input of refused) {
      await expect(createKey(control, ours, input, clock)).rejects.toMatchObject({ code: 'invalid_value' });
    }
    await expect(createKey(control, ours, usable, clock)).rejects.toMatchObject({
      code: 'unknown_workspace',
    });
  });
});

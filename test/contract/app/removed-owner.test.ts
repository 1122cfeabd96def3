/** An owner who is removed, or made less, and has prepared a way back. */
import { beforeEach, expect, it } from 'vitest';
import { createPasswordReset } from '../../../src/users/password-resets.ts';
import { describeServers } from '../../harness/deployments.ts';
import { createMember, type Member, type Person } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';

describeServers('a removed owner', ({ urls, control, tenant, api }) => {
  let ours: Tenant;
  let ada: Member;
  let mallory: Member;
  let at: string;

  beforeEach(async () => {
    ours = await tenant();
    at = `/workspaces/${ours.workspaceId}`;
    ada = await createMember(control(), urls, ours.workspaceId, 'owner');
    mallory = await createMember(control(), urls, ours.workspaceId, 'owner');
  });

  async function inviteBy(person: Person): Promise<string> {
    const { status, body } = await person.post(`${at}/invitations`, { role: 'owner' });
    expect(status).toBe(201);
    return `/invitations/${new URL(body.link).pathname.replace('/invite/', '')}`;
  }

  const remove = (query = '') => ada.send('DELETE', `${at}/members/${mallory.userId}${query}`);
  const demote = () => ada.send('PATCH', `${at}/members/${mallory.userId}`, { role: 'viewer' });
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
    body.error?.code ?? status;

  it.each([
    ['removed', remove],
    ['made a viewer', demote],
  ])('does not come back by an invitation made before they were %s', async (_how, end) => {
    const back = await inviteBy(mallory);
    const others = await inviteBy(ada);
    expect((await end()).status).toBe(200);
    expect(codeOf(await mallory.get(back))).toBe('invalid_link');
    expect(codeOf(await mallory.post(back))).toBe('invalid_link');
    const friend = await createMember(control(), urls, (await tenant()).workspaceId, 'viewer');
    expect(codeOf(await friend.post(back))).toBe('invalid_link');
    expect(codeOf(await mallory.get(`${at}/members`))).toMatch(/^(forbidden|insufficient_role)$/);
    expect(codeOf(await friend.post(others))).toBe(200);
  });

  it.each([
    ['removed', remove],
    ['made a viewer', demote],
  ])('has no reset link left once they are %s', async (_how, end) => {
    const token = await createPasswordReset(control(), mallory.userId, Date.now());
    expect((await end()).status).toBe(200);
    const reset = await mallory.post(`/password-resets/${token}`, { password: 'a new password' });
    expect(codeOf(reset)).toBe('invalid_link');
  });

  it('leaves nothing that was made while they were removed', async () => {
    const tries = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0
        ? mallory.post(`${at}/invitations`, { role: 'owner' })
        : mallory.post(`${at}/keys`, { name: 'Back', scopes: ['pixel:read'] }),
    );
    const [removed, ...made] = await Promise.all([remove('?revoke_keys=true'), ...tries]);
    expect(removed?.status).toBe(200);
    for (const { status } of made) expect([201, 403]).toContain(status);
    expect((await ada.get(`${at}/invitations`)).body).toEqual([]);
    const { body: keys } = await ada.get(`${at}/keys`);
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['Key']);
  });

  it('leaves keys that work, or are revoked with them, as whoever removes them says', async () => {
    async function makeKey(person: Person, where = at): Promise<string> {
      const { body } = await person.post(`${where}/keys`, { name: 'Shop', scopes: ['pixel:read'] });
      return body.key;
    }
    const statusOf = async (key: string) => (await api({ path: '/me', key })).status;
    const theirs = await makeKey(mallory);
    const own = await makeKey(ada);
    const { body: other } = await mallory.post('/workspaces', { name: 'Another' });
    const elsewhere = await makeKey(mallory, `/workspaces/${other.id}`);
    const { body: listed } = await ada.get(`${at}/keys`);
    expect(listed.map(({ createdBy }: { createdBy: unknown }) => createdBy)).toEqual([
      { userId: ada.userId, email: ada.email },
      { userId: mallory.userId, email: mallory.email },
      null,
    ]);

    const kept = await remove();
    expect([kept.status, kept.body]).toEqual([200, { revokedKeys: 0 }]);
    expect(await statusOf(theirs)).toBe(200);
    await mallory.post(await inviteBy(ada));
    const revoked = await remove('?revoke_keys=true');
    expect([revoked.status, revoked.body]).toEqual([200, { revokedKeys: 1 }]);
    expect(await statusOf(theirs)).toBe(401);
    for (const key of [own, elsewhere, ours.key]) expect(await statusOf(key)).toBe(200);
    expect((await remove('?revoke_keys=true')).status).toBe(404);
  });
});

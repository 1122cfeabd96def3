/** Who did what: written down for owners, without secrets, for a year. */
import { expect, it } from 'vitest';
import { purgeAudit } from '../../../src/audit/purge-audit.ts';
import { shortenAddress } from '../../../src/audit/shorten-address.ts';
import { describeServers } from '../../harness/deployments.ts';
import { createMember, createPerson } from '../../harness/person.ts';

describeServers('the audit log', ({ urls, control, tenant }) => {
  it('tells of sign-ins, keys, members, share links, settings and deletions', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const member = await createMember(control(), urls, ours.workspaceId, 'member');
    const theirs = await tenant();
    const stranger = await createMember(control(), urls, theirs.workspaceId, 'owner');
    const base = `/workspaces/${ours.workspaceId}`;
    const made = await owner.send('POST', `${base}/keys`, { name: 'Till', scopes: ['pixel:read'] });
    await stranger.send('DELETE', `/workspaces/${theirs.workspaceId}/keys/${made.body.id}`);
    const elsewhere = await stranger.get(`/workspaces/${theirs.workspaceId}/audit`);
    expect([elsewhere.status, elsewhere.text.includes('Till')]).toEqual([200, false]);
    await owner.send('DELETE', `${base}/keys/${made.body.id}`);
    await owner.send('PATCH', base, { name: 'Renamed' });
    await owner.send('POST', `${base}/invitations`, { email: 'new@example.com', role: 'viewer' });
    // What is refused was not done.
    await member.send('POST', `${base}/keys`, { name: 'Refused', scopes: ['pixel:read'] });
    await ours.send({
      method: 'DELETE',
      path: '/pixel/goals',
      query: { website_id: ours.website, visitor_id: 'jane' },
    });
    const wrong = { email: member.email, password: 'not the password' };
    expect((await createPerson(urls).send('POST', '/sign-in', wrong)).status).toBe(401);

    const { status, body } = await owner.send('GET', `${base}/audit?limit=100`);
    expect(status).toBe(200);
    const entries = (body.items as Record<string, string>[]).map(({ actorKind, actor, action, subject }) =>
      [actorKind, actor, action, subject].join(' '),
    );
    for (const entry of [
      `person ${owner.email} key_created Till`,
      `person ${owner.email} key_revoked Till`,
      `person ${owner.email} settings_changed name`,
      `person ${owner.email} member_invited new@example.com`,
      `key Key conversions_deleted ${ours.website}`,
      `nobody ${member.email} sign_in_failed `,
    ]) {
      expect(entries).toContain(entry);
    }
    expect(entries.filter((entry) => entry.includes('Refused') || entry.includes(stranger.email))).toEqual(
      [],
    );
    expect(JSON.stringify(body)).not.toMatch(/wk_|jane|not the password|127\.0\.0\.1/);
    expect(body.items[0].network).toMatch(/^(127\.0\.0\.0\/24|::\/48)$/);

    const csv = await owner.send('GET', `${base}/audit.csv`);
    expect(csv.status).toBe(200);
    for (const person of [member, stranger]) {
      expect((await person.send('GET', `${base}/audit`)).status).toBe(403);
    }
  });

  it('pages, and forgets after a year', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const base = `/workspaces/${ours.workspaceId}`;
    for (const name of ['a', 'b', 'c']) await owner.send('PATCH', base, { name });
    const first = (await owner.send('GET', `${base}/audit?limit=2`)).body;
    expect(first.items).toHaveLength(2);
    const second = (await owner.send('GET', `${base}/audit?limit=2&cursor=${first.nextCursor}`)).body;
    expect(second.items.length).toBeGreaterThan(0);
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const old = 366 * 86_400_000;
    await control()
      .db.updateTable('audit_entries')
      .set((eb) => ({ created_at: eb('created_at', '-', old) }))
      .where('workspace_id', '=', ours.workspaceId)
      .execute();
    await purgeAudit(control(), Date.now());
    const left = await control()
      .db.selectFrom('audit_entries')
      .selectAll()
      .where('workspace_id', '=', ours.workspaceId)
      .execute();
    expect(left).toEqual([]);
  });
});

it('addresses are shortened to their network', () => {
  expect(shortenAddress('203.0.113.77')).toBe('203.0.113.0/24');
  expect(shortenAddress('::ffff:203.0.113.77')).toBe('203.0.113.0/24');
  expect(shortenAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
  expect(shortenAddress('2001:db8::6')).toBe('2001:db8::/48');
  expect(shortenAddress('::1')).toBe('::/48');
  expect(shortenAddress(undefined)).toBe('');
  expect(shortenAddress('no address')).toBe('');
});

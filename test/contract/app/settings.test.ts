import { beforeAll, expect, it } from 'vitest';
import { describeServers } from '../../harness/deployments.ts';
import { createMember, createPerson, type Member, password } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';

describeServers('the settings', ({ urls, control, tenant, api }) => {
  let ours: Tenant;
  let theirs: Tenant;
  let owner: Member;
  let stranger: Member;
  let at: string;

  beforeAll(async () => {
    ours = await tenant();
    theirs = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    stranger = await createMember(control(), urls, theirs.workspaceId, 'owner');
    at = `/workspaces/${ours.workspaceId}`;
  });

  const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
    status,
    body.error.code,
  ];

  it('make keys that are shown once and work at once, until they are revoked', async () => {
    const made = await owner.post(`${at}/keys`, { name: 'Shop', scopes: ['pixel:read'] });
    expect(made.status).toBe(201);
    const { key, ...listed } = made.body;
    expect(key).toMatch(/^wk_.{40}$/);
    expect(listed).toEqual({
      id: expect.any(String),
      name: 'Shop',
      prefix: key.slice(0, 10),
      scopes: ['pixel:read'],
      lastUsedAt: null,
      createdAt: expect.any(String),
      expiresAt: null,
      createdBy: { userId: owner.userId, email: owner.email },
    });
    expect((await api({ path: '/pixel/websites', key })).status).toBe(200);
    const { body: keys } = await owner.get(`${at}/keys`);
    expect(JSON.stringify(keys)).not.toContain(key);
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['Shop', 'Key']);

    const other = `/workspaces/${theirs.workspaceId}/keys/${listed.id}`;
    expect(codeOf(await stranger.send('DELETE', other))).toEqual([404, 'not_found']);
    expect((await api({ path: '/me', key })).status).toBe(200);
    expect((await owner.send('DELETE', `${at}/keys/${listed.id}`)).status).toBe(200);
    expect((await api({ path: '/me', key })).body.error.code).toBe('api_key_revoked');
    for (const bad of [{ name: '' }, { scopes: [] }, { scopes: ['all'] }, { expiresAt: 'soon' }]) {
      const refused = await owner.post(`${at}/keys`, { name: 'Bad', scopes: ['ai:read'], ...bad });
      expect(codeOf(refused)).toEqual([400, 'invalid_body']);
    }
    const expiring = { name: 'Short', scopes: ['ai:read'], expiresAt: '2030-01-01T00:00:00Z' };
    expect((await owner.post(`${at}/keys`, expiring)).body.expiresAt).toBe('2030-01-01T00:00:00.000Z');
  });

  it('change the workspace, and make another', async () => {
    const changes = { name: 'Acme', retentionDays: 365, timezone: 'Asia/Tokyo', currency: 'JPY' };
    const { status, body } = await owner.send('PATCH', at, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: ours.workspaceId, role: 'owner', ...changes });
    expect((await owner.send('PATCH', at, { retentionDays: null })).body).toMatchObject({
      ...changes,
      retentionDays: null,
    });
    const refused = [{ name: ' ' }, { retentionDays: 0 }, { timezone: '+02:00' }, { currency: 'eur' }];
    for (const bad of refused) {
      expect(codeOf(await owner.send('PATCH', at, bad))).toEqual([400, 'invalid_body']);
    }
    const made = await owner.post('/workspaces', { name: 'Second' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Second', role: 'owner', timezone: 'UTC', websites: [] });
    const { body: state } = await owner.get('/state');
    expect(state.workspaces.map(({ name }: { name: string }) => name)).toEqual(['Acme', 'Second']);
  });

  it('add websites and change their domains', async () => {
    const made = await owner.post(`${at}/websites`, {
      domains: ['HTTPS://www.Shop.example/sale', 'shop.example'],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ domains: ['shop.example'] });
    const path = `${at}/websites/${made.body.id}`;
    const changed = await owner.send('PATCH', path, { domains: ['shop.example', 'blog.example'] });
    expect(changed.body).toEqual({ ...made.body, domains: ['shop.example', 'blog.example'] });
    expect(codeOf(await owner.send('PATCH', path, { domains: ['*.example'] }))).toEqual([
      400,
      'invalid_body',
    ]);
    const foreign = `/workspaces/${theirs.workspaceId}/websites/${made.body.id}`;
    expect(codeOf(await stranger.send('PATCH', foreign, { domains: ['evil.example'] }))).toEqual([
      404,
      'not_found',
    ]);
    const { body: state } = await owner.get('/state');
    const websites = state.workspaces.find(({ id }: { id: string }) => id === ours.workspaceId).websites;
    expect(websites.map(({ id }: { id: string }) => id)).toContain(made.body.id);
  });

  it('say what a website takes of identities from browsers, to owners alone', async () => {
    const path = `${at}/websites/${ours.websiteUuid}/identities`;
    expect((await owner.get(path)).body).toEqual({ browserIdentities: 'accepted', secret: null });
    const { body: signed } = await owner.send('PATCH', path, { browserIdentities: 'signed' });
    expect(signed).toEqual({ browserIdentities: 'signed', secret: expect.stringMatching(/^[\w-]{43}$/) });
    const { body: rotated } = await owner.post(`${path}/secret`, undefined);
    expect(rotated).toEqual({ browserIdentities: 'signed', secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect(rotated.secret).not.toBe(signed.secret);
    const { body: refused } = await owner.send('PATCH', path, { browserIdentities: 'refused' });
    expect(refused).toEqual({ browserIdentities: 'refused', secret: rotated.secret });
    expect((await owner.get(path)).body).toEqual(refused);
    for (const bad of [{}, { browserIdentities: 'all' }, { secret: 'chosen' }]) {
      expect(codeOf(await owner.send('PATCH', path, bad))).toEqual([400, 'invalid_body']);
    }

    const foreign = `/workspaces/${theirs.workspaceId}/websites/${ours.websiteUuid}/identities`;
    expect(codeOf(await stranger.get(foreign))).toEqual([404, 'not_found']);
    const change = { browserIdentities: 'accepted' };
    expect(codeOf(await stranger.send('PATCH', foreign, change))).toEqual([404, 'not_found']);
    expect(codeOf(await stranger.post(`${foreign}/secret`, undefined))).toEqual([404, 'not_found']);
    expect((await owner.get(path)).body).toEqual(refused);

    // Neither the API nor the state of the dashboard, which viewers read too, shows the secret.
    const shown = [await owner.get('/state'), await ours.get('/pixel/websites')];
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(rotated.secret);
  });

  it('keep funnels of a website', async () => {
    const given = { websiteId: ours.websiteUuid, name: 'Sale', steps: ['page:/', 'goal:signup'] };
    const made = await owner.post(`${at}/funnels`, given);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      ...given,
      windowHours: 168,
      createdAt: expect.any(String),
    });
    const path = `${at}/funnels/${made.body.id}`;
    const changed = {
      ...made.body,
      name: 'Trial',
      steps: ['page:/a*', 'page:/b', 'goal:c'],
      windowHours: 24,
    };
    const { name, steps, windowHours } = changed;
    expect((await owner.send('PATCH', path, { name, steps, windowHours })).body).toEqual(changed);
    expect((await owner.get(`${at}/funnels`)).body).toEqual([changed]);
    for (const bad of [
      { steps: ['page:/'] },
      { steps: ['page:/', 'what'] },
      { windowHours: 0 },
      { name: '' },
    ]) {
      expect(codeOf(await owner.post(`${at}/funnels`, { ...given, ...bad }))).toEqual([400, 'invalid_body']);
    }
    const elsewhere = { ...given, websiteId: theirs.websiteUuid };
    expect(codeOf(await owner.post(`${at}/funnels`, elsewhere))).toEqual([404, 'not_found']);
    const foreign = `/workspaces/${theirs.workspaceId}/funnels/${made.body.id}`;
    expect(codeOf(await stranger.send('PATCH', foreign, { name: 'Mine' }))).toEqual([404, 'not_found']);
    expect(codeOf(await stranger.send('DELETE', foreign))).toEqual([404, 'not_found']);
    expect((await owner.send('DELETE', path)).status).toBe(200);
    expect((await owner.get(`${at}/funnels`)).body).toEqual([]);
  });

  it('invite people by a link that works once', async () => {
    const asked = await owner.post(`${at}/invitations`, { role: 'viewer' });
    expect(asked.status).toBe(201);
    const { id, link, expiresAt } = asked.body;
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());
    const token = new URL(link).pathname.replace('/invite/', '');
    expect(token).toMatch(/^[\w-]{43}$/);
    const { body: listed } = await owner.get(`${at}/invitations`);
    expect(listed).toMatchObject([{ id, email: null, role: 'viewer' }]);
    expect(JSON.stringify(listed)).not.toContain(token);

    const guest = createPerson(urls);
    const path = `/invitations/${token}`;
    expect((await guest.get(path)).body).toEqual({ workspaceName: 'Acme', role: 'viewer', email: null });
    expect(codeOf(await guest.post(`${path}/account`, {}))).toEqual([400, 'invalid_body']);
    const email = `guest-${token.slice(0, 8)}@example.com`.toLowerCase();
    expect((await guest.post(`${path}/account`, { email, password })).status).toBe(200);
    expect(codeOf(await guest.post(path))).toEqual([401, 'not_signed_in']);
    expect((await guest.post('/sign-in', { email, password })).status).toBe(200);
    const joined = await guest.post(path);
    expect([joined.status, joined.body]).toEqual([200, { workspaceId: ours.workspaceId }]);
    expect((await guest.get('/state')).body).toMatchObject({
      user: { email },
      workspaces: [{ id: ours.workspaceId, role: 'viewer' }],
    });
    expect(codeOf(await createPerson(urls).get(path))).toEqual([404, 'invalid_link']);
    expect(codeOf(await stranger.post(path, {}))).toEqual([404, 'invalid_link']);
    expect((await owner.get(`${at}/invitations`)).body).toEqual([]);
  });

  it('invite someone who has an account, and nobody else with that link', async () => {
    const asked = await owner.post(`${at}/invitations`, { email: stranger.email, role: 'member' });
    const path = `/invitations/${new URL(asked.body.link).pathname.replace('/invite/', '')}`;
    expect((await createPerson(urls).get(path)).body).toMatchObject({ email: stranger.email });
    expect(codeOf(await owner.post(path, {}))).toEqual([403, 'other_recipient']);
    expect((await stranger.post(path, {})).status).toBe(200);
    const { body: members } = await owner.get(`${at}/members`);
    expect(members).toContainEqual({
      userId: stranger.userId,
      email: stranger.email,
      role: 'member',
      joinedAt: expect.any(String),
      hasTotp: false,
    });
    const withdrawn = await owner.post(`${at}/invitations`, { role: 'owner' });
    const elsewhere = `/workspaces/${theirs.workspaceId}/invitations/${withdrawn.body.id}`;
    expect(codeOf(await stranger.send('DELETE', elsewhere))).toEqual([404, 'not_found']);
    expect((await owner.send('DELETE', `${at}/invitations/${withdrawn.body.id}`)).status).toBe(200);
    const dead = `/invitations/${new URL(withdrawn.body.link).pathname.replace('/invite/', '')}`;
    const account = { email: 'x@example.com', password };
    expect(codeOf(await createPerson(urls).post(`${dead}/account`, account))).toEqual([404, 'invalid_link']);
  });

  it('change roles and remove people at once, but never the last owner', async () => {
    const people = `${at}/members`;
    const guest = await createMember(control(), urls, ours.workspaceId, 'viewer');
    expect(codeOf(await guest.post(`${at}/websites`, {}))).toEqual([403, 'insufficient_role']);
    expect((await owner.send('PATCH', `${people}/${guest.userId}`, { role: 'owner' })).status).toBe(200);
    expect((await guest.get(`${at}/keys`)).status).toBe(200);
    expect((await guest.send('PATCH', `${people}/${owner.userId}`, { role: 'viewer' })).status).toBe(200);
    expect(codeOf(await guest.send('PATCH', `${people}/${guest.userId}`, { role: 'member' }))).toEqual([
      409,
      'last_owner',
    ]);
    expect(codeOf(await guest.send('DELETE', `${people}/${guest.userId}`))).toEqual([409, 'last_owner']);
    expect((await guest.send('PATCH', `${people}/${owner.userId}`, { role: 'owner' })).status).toBe(200);
    expect((await owner.send('DELETE', `${people}/${guest.userId}`)).status).toBe(200);
    expect(codeOf(await guest.get(`${at}/keys`))).toEqual([403, 'forbidden']);
    expect(codeOf(await owner.send('DELETE', `${people}/${guest.userId}`))).toEqual([404, 'not_found']);
  });

  it('take no name of blanks alone, and keep none of the blanks around one', async () => {
    const websiteId = ours.websiteUuid;
    const steps = ['page:/', 'page:/thanks'];
    const alert = { metric: 'visitors', condition: 'gt', threshold: 3, windowMinutes: 60, targets: [] };
    const report = { frequency: 'weekly', hour: 8, timezone: 'UTC', recipients: [owner.email] };
    const named: [path: string, body: object][] = [
      ['/workspaces', {}],
      [`${at}/keys`, { scopes: ['pixel:read'] }],
      [`${at}/funnels`, { websiteId, steps }],
      [`${at}/goals`, { websiteId, type: 'page', match: '/thanks' }],
      [`${at}/alerts`, { websiteId, ...alert }],
      [`${at}/reports`, { websiteId, ...report }],
      [`${at}/share-links`, { websiteId, pages: ['overview'] }],
    ];
    for (const [path, body] of named) {
      const blank = await owner.post(path, { ...body, name: ' \u00a0 ' });
      expect([path, ...codeOf(blank)]).toEqual([path, 400, 'invalid_body']);
      const made = await owner.post(path, { ...body, name: '  Everyone ' });
      expect([path, made.status, made.body.name]).toEqual([path, 201, 'Everyone']);
    }
    const segment = { website_id: websiteId, name: '  ', filters: { device: 'is:mobile' } };
    expect(codeOf(await ours.post('/pixel/segments', segment))).toEqual([400, 'invalid_body']);
    const note = { website_id: websiteId, note: ' ', day: '2026-03-01' };
    expect(codeOf(await ours.post('/pixel/annotations', note))).toEqual([400, 'invalid_body']);
    const made = await ours.post('/pixel/segments', { ...segment, name: ' Phones ' });
    expect(made.body.data.name).toBe('Phones');
  });
});

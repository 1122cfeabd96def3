import { beforeAll, expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { cookieOf, createMember, createPerson, type Member, password } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';

describeDeployments('the sign-in', ({ urls, control, tenant, settle }) => {
  let ours: Tenant;
  let theirs: Tenant;
  let owner: Member;
  let member: Member;
  let viewer: Member;
  const visitor = () => createPerson(urls);

  beforeAll(async () => {
    ours = await tenant();
    theirs = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    member = await createMember(control(), urls, ours.workspaceId, 'member');
    viewer = await createMember(control(), urls, ours.workspaceId, 'viewer');
  });

  it('is a cookie that scripts cannot read, for this server alone', async () => {
    const person = visitor();
    const { status, headers, body } = await person.post('/sign-in', { email: owner.email, password });
    expect([status, body]).toEqual([200, {}]);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^footfall_sign_in=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers.get('cache-control')).toBe('no-store');
    const { body: state } = await person.get('/state');
    expect(state.user).toEqual({ id: owner.userId, email: owner.email, hasTotp: false });
    expect(state.workspaces.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [ours.workspaceId, 'owner'],
    ]);
    await person.post('/sign-out');
    expect(cookieOf(person, 'footfall_sign_in')).toBeUndefined();
  });

  it('tells an unknown address and a wrong password apart for nobody', async () => {
    const unknown = await visitor().post('/sign-in', { email: 'nobody@example.com', password });
    const wrong = await visitor().post('/sign-in', { email: viewer.email, password: 'something else' });
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
    expect(wrong.body.error.code).toBe('invalid_credentials');
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it('ends at once on every server, and a copied cookie with it', async () => {
    const person = visitor();
    await person.post('/sign-in', { email: owner.email, password });
    const copied = createPerson(urls, person.cookie);
    expect((await copied.get('/state')).body.user).not.toBeNull();
    await person.post('/sign-out');
    for (const _ of urls) expect((await copied.get('/state')).body.user).toBeNull();
    for (const bad of ['', 'x', 'x'.repeat(43), '%00']) {
      expect((await createPerson(urls, `footfall_sign_in=${bad}`).get('/state')).body.user).toBeNull();
    }
  });

  it('does not let another website change anything', async () => {
    const attempts: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of attempts) {
      for (const path of ['/sign-out', '/sign-in', `/workspaces/${ours.workspaceId}/api/pixel/segments`]) {
        const { status, body } = await owner.send('POST', path, {}, headers);
        expect([path, status, body.error.code]).toEqual([path, 403, 'foreign_origin']);
      }
    }
    expect((await owner.get('/state')).body.user.email).toBe(owner.email);
    const own = { origin: 'https://proxy.example', 'sec-fetch-site': 'same-origin' };
    expect((await visitor().send('POST', '/sign-out', {}, own)).status).toBe(200);
  });

  it('opens the endpoints of the API, with the same answers', async () => {
    await ours.post('/pixel/events', { website_id: ours.website, path: '/pricing' });
    await settle();
    const given = { website_id: ours.website, from_date: '2020-01-01', to_date: '2030-01-01' };
    const query = `?${new URLSearchParams(given)}`;
    const api = `/workspaces/${ours.workspaceId}/api`;
    for (const path of ['/pixel/analytics/pages', '/pixel/analytics/timeseries', '/pixel/metrics/sessions']) {
      const byKey = await ours.get(path, given);
      for (const person of [owner, member, viewer]) {
        const { status, body } = await person.get(`${api}${path}${query}`);
        expect(status).toBe(200);
        expect(body.status).toBe('success');
        expect(body.data.data).toEqual(byKey.body.data.data);
      }
    }
    const { body } = await viewer.get(`${api}/me`);
    expect(body).toEqual({
      apiKey: { id: viewer.userId, name: viewer.email, scopes: ['pixel:read'] },
      workspace: { id: ours.workspaceId },
    });
    const figures = await viewer.get(`${api}/pixel/analytics/headline${query}`);
    expect(figures.body.data.data).toMatchObject([{ visitors: '1', pageviews: '1' }]);
    expect((await ours.get('/pixel/analytics/headline', given)).status).toBe(404);
    const csv = await viewer.get(`${api}/pixel/analytics/pages${query}&format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const foreign = await owner.get(`${api}/pixel/analytics/pages?website_id=${theirs.website}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden']);
    const missing = await owner.get(`${api}/pixel/nothing`);
    expect([missing.status, missing.body.error.code]).toEqual([404, 'not_found']);
    const method = await owner.send('PATCH', `${api}/pixel/websites`, {});
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('lets members write and viewers read, in their own workspace alone', async () => {
    const segment = (name: string) => ({ website_id: ours.websiteUuid, name, filters: { country: 'DE' } });
    const path = `/workspaces/${ours.workspaceId}/api/pixel/segments`;
    expect((await member.post(path, segment('by a member'))).status).toBe(201);
    expect((await owner.post(path, segment('by an owner'))).status).toBe(201);
    const refused = await viewer.post(path, segment('by a viewer'));
    expect([refused.status, refused.body.error]).toEqual([
      403,
      {
        code: 'insufficient_role',
        message: expect.any(String),
        details: { required: 'member', role: 'viewer' },
      },
    ]);
    const listed = await viewer.get(`${path}?website_id=${ours.websiteUuid}`);
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual([
      'by an owner',
      'by a member',
    ]);
    for (const id of [theirs.workspaceId, 'nothing', '%00']) {
      const elsewhere = await owner.get(`/workspaces/${id}/api/me`);
      expect([elsewhere.status, elsewhere.body.error.code]).toEqual([403, 'forbidden']);
    }
    const nobody = await visitor().get(`/workspaces/${ours.workspaceId}/api/me`);
    expect([nobody.status, nobody.body.error.code]).toEqual([401, 'not_signed_in']);
    const withKey = await visitor().send('GET', `/workspaces/${ours.workspaceId}/api/me`, undefined, {
      authorization: `Bearer ${ours.key}`,
    });
    expect(withKey.status).toBe(401);
  });

  it('answers JSON for what does not exist', async () => {
    for (const path of ['/app/nothing', '/app', '/assets/nothing.js', '/api/nothing']) {
      const response = await fetch(`${urls[0]}${path}`);
      expect([
        path,
        response.status,
        ((await response.json()) as { error: { code: string } }).error.code,
      ]).toEqual([path, 404, 'not_found']);
    }
  });
});

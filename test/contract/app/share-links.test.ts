/** Links as they are made, changed and revoked in the settings, and who may do so. */
import { beforeAll, expect, it } from 'vitest';
import { describeServers } from '../../harness/deployments.ts';
import { createMember, createPerson, type Member } from '../../harness/person.ts';
import { createViewer } from '../../harness/share-viewer.ts';
import type { Tenant } from '../../harness/tenant.ts';

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describeServers('share links', ({ urls, control, tenant }) => {
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
    at = `/workspaces/${ours.workspaceId}/share-links`;
  });

  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];

  async function make(settings: object = {}) {
    const { status, body } = await owner.post(at, {
      websiteId: ours.websiteUuid,
      name: 'Board',
      ...settings,
    });
    expect({ status, body }).toMatchObject({ status: 201 });
    return { ...body, viewer: createViewer(urls, body.link) };
  }

  async function makeSegment(filters: object, name = `Segment ${JSON.stringify(filters)}`): Promise<string> {
    const body = { website_id: ours.websiteUuid, name, filters };
    return (await ours.post('/pixel/segments', body)).body.data.id;
  }

  it('are made with an address that is shown once, and hide what nobody asked to show', async () => {
    const { viewer, ...made } = await make();
    const { link, ...listed } = made;
    expect(new URL(link).pathname).toMatch(/^\/share\/[\w-]{43}$/);
    expect(listed).toEqual({
      id: expect.any(String),
      websiteId: ours.websiteUuid,
      name: 'Board',
      segmentId: null,
      lacksSegment: false,
      hasPassword: false,
      expiresAt: null,
      pages: ['overview'],
      hidesRevenue: true,
      hidesVisitors: true,
      frameAncestors: [],
      lastViewedAt: null,
      createdAt: iso,
    });
    const { body: all } = await owner.get(at);
    expect(all).toContainEqual(listed);
    expect(JSON.stringify(all)).not.toContain(viewer.token);
    const stored = await control().db.selectFrom('share_links').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(viewer.token);
    const byKey = await ours.get('/pixel/share-links');
    expect(byKey.body.data).toContainEqual({
      id: made.id,
      website_id: ours.websiteUuid,
      name: 'Board',
      segment_id: null,
      has_password: false,
      expires_at: null,
      last_viewed_at: null,
      created_at: made.createdAt,
    });
  });

  it('tell whoever has one what it shows, and note when that was', async () => {
    const { id, viewer } = await make({ name: 'For the press', pages: ['overview', 'retention'] });
    const { status, headers, body } = await viewer.get();
    expect([status, headers.get('cache-control'), headers.getSetCookie()]).toEqual([200, 'no-store', []]);
    expect(body).toEqual({
      name: 'For the press',
      website: { id: ours.websiteUuid, websiteId: ours.website, domains: ['example.com'], createdAt: iso },
      timezone: 'UTC',
      currency: 'USD',
      pages: ['overview', 'retention'],
      hidesRevenue: true,
      hidesVisitors: true,
      segment: null,
    });
    const { body: all } = await owner.get(at);
    const seen = all.find((each: { id: string }) => each.id === id);
    expect(Date.now() - Date.parse(seen.lastViewedAt)).toBeLessThan(60_000);
    const byKey = await ours.get('/pixel/share-links');
    expect(byKey.body.data.find((each: { id: string }) => each.id === id).last_viewed_at).toBe(
      seen.lastViewedAt,
    );
  });

  it('change for whoever has them with the next request, on every server', async () => {
    const { id, viewer } = await make({ pages: ['overview'] });
    expect(codeOf(await viewer.get('/funnels'))).toEqual([403, 'not_shared']);
    const changes = { name: 'Team', pages: ['funnels'], hidesVisitors: false, frameAncestors: ['a.example'] };
    const changed = await owner.send('PATCH', `${at}/${id}`, changes);
    expect(changed.body).toMatchObject({ ...changes, frameAncestors: ['https://a.example'] });
    for (const _ of urls) {
      expect((await viewer.get()).body).toMatchObject({ name: 'Team', pages: ['funnels'] });
      expect((await viewer.get('/funnels')).body).toEqual([]);
    }
  });

  it('stay as they are when nothing is changed', async () => {
    const { id } = await make({ pages: ['overview'] });
    const same = await owner.send('PATCH', `${at}/${id}`, {});
    expect(same.status).toBe(200);
    expect(same.body).toEqual((await owner.get(at)).body.find((each: { id: string }) => each.id === id));
  });

  it('are revoked at once, on every server', async () => {
    const { id, viewer } = await make();
    expect((await viewer.get()).status).toBe(200);
    expect((await owner.send('DELETE', `${at}/${id}`)).status).toBe(200);
    for (const _ of urls) {
      expect(codeOf(await viewer.get())).toEqual([404, 'invalid_share_link']);
      expect(codeOf(await viewer.report('/pixel/analytics/headline'))).toEqual([404, 'invalid_share_link']);
    }
    expect(codeOf(await owner.send('DELETE', `${at}/${id}`))).toEqual([404, 'not_found']);
    const listed = await ours.get('/pixel/share-links');
    expect(listed.body.data.map((each: { id: string }) => each.id)).not.toContain(id);
  });

  it('end when they expire, and begin again with a later day', async () => {
    const { id, viewer } = await make({ expiresAt: '2020-01-01T00:00:00Z' });
    expect(codeOf(await viewer.get())).toEqual([410, 'share_link_expired']);
    expect(codeOf(await viewer.report('/pixel/analytics/headline'))).toEqual([410, 'share_link_expired']);
    expect(codeOf(await viewer.unlock('anything'))).toEqual([410, 'share_link_expired']);
    await owner.send('PATCH', `${at}/${id}`, { expiresAt: '2099-01-01T00:00:00Z' });
    expect((await viewer.get()).status).toBe(200);
    await owner.send('PATCH', `${at}/${id}`, { expiresAt: null });
    expect((await viewer.get()).status).toBe(200);
  });

  it('with a password tell nothing before it was given, nor after it was changed', async () => {
    const password = 'open sesame';
    const { id, viewer, hasPassword } = await make({ password });
    expect(hasPassword).toBe(true);
    const locked = [401, 'share_password_required'];
    const { body } = await viewer.get();
    expect(Object.keys(body)).toEqual(['error']);
    expect(codeOf(await viewer.get())).toEqual(locked);
    expect(codeOf(await viewer.report('/pixel/analytics/headline'))).toEqual(locked);
    expect(codeOf(await viewer.unlock('open barley'))).toEqual([403, 'wrong_password']);
    expect(codeOf(await viewer.get())).toEqual(locked);
    const [listed] = (await owner.get(at)).body;
    expect(listed).toMatchObject({ id, lastViewedAt: null });

    expect((await viewer.unlock(password)).status).toBe(200);
    for (const _ of urls) expect((await viewer.get()).body).toMatchObject({ name: 'Board' });
    const other = createViewer(urls, `http://x/share/${viewer.token}`);
    expect(codeOf(await other.get())).toEqual(locked);
    expect(JSON.stringify(await control().db.selectFrom('share_links').selectAll().execute())).not.toContain(
      password,
    );

    await owner.send('PATCH', `${at}/${id}`, { password: 'another one' });
    expect(codeOf(await viewer.get())).toEqual(locked);
    expect(codeOf(await viewer.unlock(password))).toEqual([403, 'wrong_password']);
    expect((await viewer.unlock('another one')).status).toBe(200);
    await owner.send('PATCH', `${at}/${id}`, { password: null });
    expect((await other.get()).status).toBe(200);
  });

  it('show nothing any more when their segment is deleted or cannot be applied', async () => {
    const segmentId = await makeSegment({ country: 'DE' });
    const { id, viewer } = await make({ segmentId });
    expect((await viewer.get()).body).toMatchObject({ segment: 'Segment {"country":"DE"}' });
    await ours.send({ method: 'PATCH', path: `/pixel/segments/${segmentId}`, body: { filters: { x: 1 } } });
    expect(codeOf(await viewer.get())).toEqual([404, 'invalid_share_link']);
    await ours.send({ method: 'PATCH', path: `/pixel/segments/${segmentId}`, body: { filters: {} } });
    expect(codeOf(await viewer.get())).toEqual([404, 'invalid_share_link']);
    await ours.send({ method: 'DELETE', path: `/pixel/segments/${segmentId}` });
    expect(codeOf(await viewer.get())).toEqual([404, 'invalid_share_link']);
    expect(codeOf(await viewer.report('/pixel/analytics/headline'))).toEqual([404, 'invalid_share_link']);
    const [listed] = (await owner.get(at)).body;
    expect(listed).toMatchObject({ id, segmentId: null, lacksSegment: true });
    await owner.send('PATCH', `${at}/${id}`, { name: 'Another name' });
    expect(codeOf(await viewer.get())).toEqual([404, 'invalid_share_link']);
    await owner.send('PATCH', `${at}/${id}`, { segmentId: null });
    expect((await viewer.get()).body).toMatchObject({ segment: null });
  });

  it('cannot be made of what would show something else than it says', async () => {
    const whole = { websiteId: ours.websiteUuid, name: 'Bad' };
    const refused: [object, number, string][] = [
      [{ name: ' ' }, 400, 'invalid_body'],
      [{ password: 'short' }, 400, 'invalid_body'],
      [{ expiresAt: 'soon' }, 400, 'invalid_body'],
      [{ pages: [] }, 400, 'invalid_body'],
      [{ pages: ['health'] }, 400, 'invalid_body'],
      [{ pages: ['revenue'], hidesRevenue: true }, 400, 'invalid_body'],
      [{ pages: ['visitors', 'sessions'], hidesVisitors: true }, 400, 'invalid_body'],
      [{ frameAncestors: ['https://a.example; script-src *'] }, 400, 'invalid_body'],
      [{ websiteId: theirs.websiteUuid }, 404, 'not_found'],
      [{ websiteId: ours.website }, 404, 'not_found'],
      [{ segmentId: 'nothing' }, 404, 'not_found'],
      [{ segmentId: await makeSegment({ country: 'DE', city: 'Berlin' }) }, 400, 'invalid_filter'],
      [{ segmentId: await makeSegment({ country: 7 }) }, 400, 'invalid_filter'],
      [{ segmentId: await makeSegment({}) }, 400, 'invalid_filter'],
      [
        { segmentId: await makeSegment({ country: ['DE', 'FR'] }), pages: ['realtime', 'ai'] },
        400,
        'invalid_body',
      ],
    ];
    for (const [settings, ...expected] of refused) {
      const answer = await owner.post(at, { ...whole, ...settings });
      expect({ settings, answer: codeOf(answer) }).toEqual({ settings, answer: expected });
    }
    const { id } = await make();
    const patched = await owner.send('PATCH', `${at}/${id}`, { pages: ['revenue'] });
    expect(codeOf(patched)).toEqual([400, 'invalid_body']);
  });

  it('belong to their workspace', async () => {
    const { id } = await make();
    const foreign = `/workspaces/${theirs.workspaceId}/share-links`;
    expect((await stranger.get(foreign)).body).toEqual([]);
    expect(codeOf(await stranger.send('PATCH', `${foreign}/${id}`, { name: 'Mine' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(codeOf(await stranger.send('DELETE', `${foreign}/${id}`))).toEqual([404, 'not_found']);
    const segment = { website_id: theirs.websiteUuid, name: 'Theirs', filters: { country: 'DE' } };
    const { body } = await theirs.post('/pixel/segments', segment);
    const withTheirs = { websiteId: ours.websiteUuid, name: 'Bad', segmentId: body.data.id };
    expect(codeOf(await owner.post(at, withTheirs))).toEqual([404, 'not_found']);
  });

  it('are not found by anything but their token', async () => {
    const { viewer } = await make();
    const { token } = viewer;
    const stored = await control().db.selectFrom('share_links').select('token_fingerprint').execute();
    const fingerprint = stored.at(-1)?.token_fingerprint ?? '';
    const others = ['x', 'x'.repeat(43), token.slice(1), `${token}x`, `.${token}`, fingerprint, '%00'];
    for (const other of others) {
      const { status, body } = await createPerson(urls).get(`/share/${other}`);
      expect([other, status, body.error?.code]).toEqual([other, 404, 'invalid_share_link']);
    }
  });
});

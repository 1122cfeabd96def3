/** Goals as people make, change and archive them, and what reports and the list of the API make of it at once. */
import { expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { type AppResponse, createMember } from '../../harness/person.ts';
import { useRecords } from '../reports/records.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };
const codeOf = ({ status, body }: AppResponse) => [status, body.error?.code];

describeDeployments('goals of the dashboard', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 'a', '2024-03-05T10:00:00Z', { path: '/' });
    await send.view('a', 'a', '2024-03-05T10:01:00Z', { path: '/thanks' });
    await send.view('b', 'b', '2024-03-06T10:00:00Z', { path: '/thanks/again' });
    await send.payment('a', '2024-03-06T11:00:00Z', 10, { currency: 'EUR' });
    await send.payment('a', '2024-03-06T12:00:00Z', 5, { currency: 'USD' });
  });

  async function enter(role: 'owner' | 'member' | 'viewer' = 'member') {
    const { workspaceId, website } = tenant();
    const person = await createMember(deployment.control(), deployment.urls, workspaceId, role);
    const at = `/workspaces/${workspaceId}`;
    const report = async (path: string, query: Record<string, string>) => {
      const words = new URLSearchParams({ website_id: website, ...march, ...query });
      const { status, body } = await person.get(`${at}/api/pixel/${path}?${words}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data.data;
    };
    return { person, at, report };
  }
  const conversions = async () =>
    (await tenant().rows('/pixel/metrics/goal_conversions', march)).map(
      ({ goal_name, conversions: counted }) => [goal_name, counted],
    );

  it('count from when they are made until they are archived, for the past too', async () => {
    const { person, at, report } = await enter();
    const { websiteUuid: websiteId } = tenant();
    const given = { websiteId, name: 'Order', type: 'page', match: '/thanks' };
    expect(await conversions()).toEqual([]);
    const made = await person.post(`${at}/goals`, given);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...given, archivedAt: null });
    expect(await conversions()).toEqual([['Order', '1']]);

    const path = `${at}/goals/${made.body.id}`;
    const changed = await person.send('PATCH', path, { match: '/thanks*', name: 'Orders' });
    expect(changed.body).toMatchObject({ name: 'Orders', type: 'page', match: '/thanks*' });
    expect(await conversions()).toEqual([['Orders', '2']]);
    const listed = await tenant().get('/pixel/goals');
    expect(listed.body.data).toMatchObject([
      { id: made.body.id, website_id: websiteId, name: 'Orders', type: 'page', match: '/thanks*' },
    ]);
    const days = await tenant().rows('/pixel/analytics/timeseries', {
      metric: 'conversions',
      from_date: '2024-03-05',
      to_date: '2024-03-06',
    });
    expect(days.map(({ value }) => value)).toEqual([1, 1]);
    const sessions = await report('metrics/sessions', { goal_name: 'Orders', page: '/' });
    expect(sessions).toMatchObject([{ session_id: 'a' }]);

    await person.send('PATCH', path, { archived: true });
    expect(await conversions()).toEqual([]);
    expect((await tenant().get('/pixel/goals')).body.data).toEqual([]);
    const kept = await person.get(`${at}/goals`);
    expect(kept.body).toMatchObject([{ name: 'Orders', archivedAt: expect.any(String) }]);

    // The name of an archived goal is free; it cannot come back beside another of that name.
    const next = await person.post(`${at}/goals`, { ...given, name: 'Orders' });
    expect(next.status).toBe(201);
    expect(codeOf(await person.post(`${at}/goals`, { ...given, name: 'Orders' }))).toEqual([
      409,
      'duplicate_goal',
    ]);
    expect(codeOf(await person.send('PATCH', path, { archived: false }))).toEqual([409, 'duplicate_goal']);
    await person.send('PATCH', `${at}/goals/${next.body.id}`, { archived: true });
    expect((await person.send('PATCH', path, { archived: false })).body).toMatchObject({ archivedAt: null });
    expect(await conversions()).toEqual([['Orders', '2']]);
    await person.send('PATCH', path, { archived: true });
  });

  it('are refused with what is wrong', async () => {
    const { person, at } = await enter();
    const { websiteUuid: websiteId } = tenant();
    const given = { websiteId, name: 'Docs', type: 'page', match: '/docs/*' };
    for (const bad of [
      { name: '' },
      { name: '  ' },
      { type: 'visit' },
      { match: '' },
      { match: 'docs' },
      { match: '/a*b*c*d*e*f*g*h*i*j*k*l' },
      { match: `/${'a'.repeat(500)}` },
    ]) {
      expect(codeOf(await person.post(`${at}/goals`, { ...given, ...bad })), JSON.stringify(bad)).toEqual([
        400,
        'invalid_body',
      ]);
    }
    const theirs = await deployment.tenant();
    const elsewhere = { ...given, websiteId: theirs.websiteUuid };
    expect(codeOf(await person.post(`${at}/goals`, elsewhere))).toEqual([404, 'not_found']);
    const { person: viewer } = await enter('viewer');
    expect(codeOf(await viewer.post(`${at}/goals`, given))).toEqual([403, 'insufficient_role']);
    expect((await viewer.get(`${at}/goals`)).status).toBe(200);
  });

  it('are of one website and workspace', async () => {
    const theirs = await deployment.tenant();
    const { person, at } = await enter();
    const stranger = await createMember(deployment.control(), deployment.urls, theirs.workspaceId, 'owner');
    const { body } = await person.post(`${at}/goals`, {
      websiteId: tenant().websiteUuid,
      name: 'Mine',
      type: 'page',
      match: '*',
    });
    const foreign = `/workspaces/${theirs.workspaceId}/goals/${body.id}`;
    expect(codeOf(await stranger.send('PATCH', foreign, { archived: true }))).toEqual([404, 'not_found']);
    expect((await stranger.get(`/workspaces/${theirs.workspaceId}/goals`)).body).toEqual([]);
    await person.send('PATCH', `${at}/goals/${body.id}`, { archived: true });
  });

  it('sums payments of one currency where it is asked to', async () => {
    const days = { from_date: '2024-03-01', to_date: '2024-03-31' };
    const revenue = async (query: Record<string, string>) =>
      (await tenant().rows('/pixel/analytics/countries', { ...days, ...query })).map((row) => row.revenue);
    expect(await revenue({})).toEqual([15]);
    expect(await revenue({ currency: 'eur' })).toEqual([10]);
    const wrong = await tenant().get('/pixel/analytics/countries', {
      website_id: tenant().website,
      ...days,
      currency: 'euros',
    });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_currency']);
  });
});

import { beforeAll, expect, it } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { createMember, type Member } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';

describeDeployments('the records of a website', ({ urls, control, tenant, settle }) => {
  let ours: Tenant;
  let theirs: Tenant;
  let owner: Member;
  let at: string;

  beforeAll(async () => {
    ours = await tenant();
    theirs = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    at = `/workspaces/${ours.workspaceId}`;
    for (const each of [ours, theirs]) await record(each);
    await settle();
  });

  async function record(of: Tenant): Promise<void> {
    const website_id = of.website;
    const visitor_id = 'v1';
    await of.post('/pixel/events', { website_id, visitor_id, path: '=1+1', utm_source: 'a,"b"' });
    const properties = { goal_name: 'click', size: 'big' };
    await of.post('/pixel/events', { website_id, visitor_id, name: 'custom', properties });
    await of.post('/pixel/goals', { website_id, visitor_id, goal_name: 'signup' });
    await of.post('/pixel/payments', { website_id, visitor_id, transaction_id: 't1', amount: 9.5 });
    await of.post('/pixel/identify', { website_id, visitor_id, external_id: 'c1', traits: { plan: 'pro' } });
  }

  async function linesOf(table: string, format = 'ndjson', person: Member = owner): Promise<string[]> {
    const query = `website_id=${ours.website}&table=${table}&format=${format}`;
    const { status, body } = await person.get(`${at}/export?${query}`);
    expect(status).toBe(200);
    return body.trim() === '' ? [] : body.trim().split('\n');
  }

  it('can be taken away whole', async () => {
    const [view] = (await linesOf('pageviews')).map((line) => JSON.parse(line));
    expect(view).toMatchObject({
      visitor_id: 'v1',
      path: '=1+1',
      utm_source: 'a,"b"',
      channel: expect.any(String),
    });
    expect(view.ts).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect((await linesOf('events')).map((line) => JSON.parse(line))).toMatchObject([{ name: 'click' }]);
    expect((await linesOf('conversions')).map((line) => JSON.parse(line))).toMatchObject([
      { name: 'signup' },
    ]);
    expect((await linesOf('payments')).map((line) => JSON.parse(line))).toMatchObject([
      { transaction_id: 't1', amount: 9.5, currency: 'USD', kind: 'plain' },
    ]);
    expect((await linesOf('identities')).map((line) => JSON.parse(line))).toMatchObject([
      { visitor_id: 'v1', traits: '{"plan":"pro"}', origin: 'server' },
    ]);
    const [head, row, ...more] = await linesOf('pageviews', 'csv');
    expect(more).toEqual([]);
    expect(head).toContain('"path"');
    expect(row).toContain(`"'=1+1"`);
    const csv = await owner.get(`${at}/export?website_id=${ours.website}&format=csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="pageviews.csv"');
  });

  it('are those of the workspace alone, for members', async () => {
    const foreign = await owner.get(`${at}/export?website_id=${theirs.website}`);
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden']);
    const table = await owner.get(`${at}/export?website_id=${ours.website}&table=users`);
    expect([table.status, table.body.error.code]).toEqual([400, 'invalid_table']);
    const format = await owner.get(`${at}/export?website_id=${ours.website}&format=xml`);
    expect([format.status, format.body.error.code]).toEqual([400, 'invalid_export_format']);
    const member = await createMember(control(), urls, ours.workspaceId, 'member');
    expect(await linesOf('pageviews', 'ndjson', member)).toHaveLength(1);
  });

  it('are deleted when their first domain is typed, and the website stays', async () => {
    const wrong = { website_id: ours.website, confirm: 'example' };
    const refused = await owner.send('DELETE', `${at}/records`, wrong);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'confirmation_needed']);
    const foreign = { website_id: theirs.website, confirm: 'example.com' };
    expect((await owner.send('DELETE', `${at}/records`, foreign)).status).toBe(404);
    const right = { website_id: ours.website, confirm: 'Example.com' };
    expect((await owner.send('DELETE', `${at}/records`, right)).status).toBe(200);
    for (const table of ['pageviews', 'events', 'conversions', 'payments', 'identities']) {
      expect([table, await linesOf(table)]).toEqual([table, []]);
    }
    expect(await ours.rows('/pixel/metrics/top_pages')).toEqual([]);
    expect(await theirs.rows('/pixel/metrics/top_pages')).toHaveLength(1);

    // What is recorded afterwards counts, the same transaction too.
    await record(ours);
    await settle();
    expect(await ours.rows('/pixel/metrics/top_pages')).toHaveLength(1);
    expect(await linesOf('payments')).toHaveLength(1);
  });

  it('go with the website', async () => {
    const path = `${at}/websites/${ours.websiteUuid}`;
    await owner.post(`${at}/funnels`, {
      websiteId: ours.websiteUuid,
      name: 'F',
      steps: ['page:/', 'page:/a'],
    });
    const refused = await owner.send('DELETE', path, { confirm: '' });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'confirmation_needed']);
    const foreign = await owner.send('DELETE', `${at}/websites/${theirs.websiteUuid}`, {
      confirm: 'example.com',
    });
    expect(foreign.status).toBe(404);
    expect((await owner.send('DELETE', path, { confirm: 'example.com' })).status).toBe(200);
    expect((await owner.get('/state')).body.workspaces[0].websites).toEqual([]);
    expect((await owner.get(`${at}/funnels`)).body).toEqual([]);
    const report = await ours.get('/pixel/metrics/top_pages', { website_id: ours.website });
    expect([report.status, report.body.error.code]).toEqual([403, 'forbidden']);
    expect(await theirs.rows('/pixel/metrics/top_pages')).toHaveLength(1);
  });
});

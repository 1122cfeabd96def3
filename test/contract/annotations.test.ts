/** Notes at days of the chart: written, changed and listed with a key, and from the dashboard under one's own name. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { describeServers } from '../harness/deployments.ts';
import { createMember } from '../harness/person.ts';
import type { Tenant } from '../harness/tenant.ts';
import { badLimits, walkPages } from './walk-pages.ts';

const path = '/pixel/annotations';
const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const unknown = '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e';

describeServers('annotations', ({ urls, control, tenant }) => {
  const make = async (of: Tenant, body: object = {}) => {
    const answer = await of.post(path, { website_id: of.websiteUuid, note: 'Released 2.4', ...body });
    expect(answer).toMatchObject({ status: 201, body: { status: 'success' } });
    return answer.body.data;
  };

  const notesOf = async (of: Tenant, query: Record<string, string> = {}): Promise<string[]> => {
    const { status, body } = await of.get(path, query);
    expect(status).toBe(200);
    return body.data.map(({ note }: { note: string }) => note);
  };

  it('are of this moment, of another, or of a day', async () => {
    const ours = await tenant();
    const now = await make(ours);
    expect(now).toEqual({
      id: expect.any(String),
      website_id: ours.websiteUuid,
      day: new Date(now.at).toISOString().slice(0, 10),
      at: iso,
      note: 'Released 2.4',
      author: 'Key',
      created_at: iso,
      updated_at: iso,
    });
    expect(Math.abs(Date.now() - Date.parse(now.at))).toBeLessThan(60_000);
    const moment = await make(ours, { at: '2026-03-01T23:30:00+02:00' });
    expect(moment).toMatchObject({ day: '2026-03-01', at: '2026-03-01T21:30:00.000Z' });
    expect(await make(ours, { at: Date.UTC(2026, 2, 1) })).toMatchObject({ at: '2026-03-01T00:00:00.000Z' });
    expect(await make(ours, { day: '2026-02-28' })).toMatchObject({ day: '2026-02-28', at: null });
  });

  it('belong to the day that it is in the zone of the workspace', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    await owner.send('PATCH', `/workspaces/${ours.workspaceId}`, { timezone: 'Asia/Tokyo' });
    expect(await make(ours, { at: '2026-03-01T21:30:00Z' })).toMatchObject({ day: '2026-03-02' });
  });

  it('are listed newest first, by website and by day', async () => {
    const ours = await tenant();
    const second = await createWebsite(control(), ours.workspaceId, ['b.example'], systemClock);
    await make(ours, { note: 'first', day: '2026-03-01' });
    await make(ours, { note: 'second', day: '2026-03-05' });
    await make(ours, { note: 'elsewhere', day: '2026-03-03', website_id: second.id });
    expect(await notesOf(ours)).toEqual(['elsewhere', 'second', 'first']);
    expect(await notesOf(ours, { website_id: ours.websiteUuid })).toEqual(['second', 'first']);
    expect(await notesOf(ours, { from_date: '2026-03-03' })).toEqual(['elsewhere', 'second']);
    expect(await notesOf(ours, { to_date: '2026-03-03' })).toEqual(['elsewhere', 'first']);
    expect(await notesOf(ours, { from_date: '2026-03-01', to_date: '2026-03-01' })).toEqual(['first']);
    const pages = await walkPages(ours, path, { limit: 2 });
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    for (const limit of badLimits) {
      expect((await ours.get(path, { limit })).body.error.code).toBe('invalid_limit');
    }
    const refused: [Record<string, string>, number, string][] = [
      [{ from_date: '2026-02-30' }, 400, 'invalid_from_date'],
      [{ from_date: '2026-03-02', to_date: '2026-03-01' }, 400, 'invalid_to_date'],
      [{ website_id: ours.website }, 400, 'invalid_website'],
      [{ website_id: unknown }, 403, 'forbidden'],
    ];
    for (const [query, status, code] of refused) {
      expect(await ours.get(path, query)).toMatchObject({ status, body: { error: { code } } });
    }
  });

  it('are changed and deleted', async () => {
    const ours = await tenant();
    const made = await make(ours, { at: '2026-03-01T12:00:00Z' });
    const change = async (body: object, id = made.id) =>
      ours.send({ method: 'PATCH', path: `${path}/${id}`, body });
    expect((await change({ note: 'Released 2.5' })).body.data).toEqual({
      ...made,
      note: 'Released 2.5',
      updated_at: iso,
    });
    expect((await change({ day: '2026-04-01' })).body.data).toMatchObject({ day: '2026-04-01', at: null });
    expect((await change({ at: '2026-04-02T01:00:00Z' })).body.data).toMatchObject({
      note: 'Released 2.5',
      day: '2026-04-02',
      at: '2026-04-02T01:00:00.000Z',
    });
    const codes: [object, string, number, string][] = [
      [{}, made.id, 400, 'empty_patch'],
      [{ note: '' }, made.id, 400, 'invalid_body'],
      [{ note: 'x' }, unknown, 404, 'not_found'],
      [{ note: 'x' }, 'nothing', 404, 'not_found'],
      [{ note: 'x' }, '%20', 400, 'invalid_id'],
    ];
    for (const [body, id, status, code] of codes) {
      expect(await change(body, id)).toMatchObject({ status, body: { error: { code } } });
    }
    const remove = (id: string) => ours.send({ method: 'DELETE', path: `${path}/${id}` });
    expect((await remove(made.id)).body.data).toEqual({ id: made.id, deleted: true });
    expect(await remove(made.id)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await notesOf(ours)).toEqual([]);
  });

  it.each([
    { note: '' },
    { note: '   ' },
    { note: 'a\0b' },
    { note: 'x'.repeat(1001) },
    { note: 7 },
    { note: 'x', day: '2026-02-30' },
    { note: 'x', day: 'today' },
    { note: 'x', at: 'soon' },
    { note: 'x', at: -1 },
    { note: 'x', day: '2026-03-01', at: '2026-03-01T00:00:00Z' },
  ])('cannot be %j', async (body) => {
    const ours = await tenant();
    const answer = await ours.post(path, { website_id: ours.websiteUuid, ...body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_body' } } });
    expect(await notesOf(ours)).toEqual([]);
  });

  it('never leave their workspace', async () => {
    const ours = await tenant();
    const theirs = await tenant();
    const made = await make(ours);
    const notFound = { status: 404, body: { error: { code: 'not_found' } } };
    for (const website_id of [ours.websiteUuid, ours.website, 'nothing']) {
      expect(await theirs.post(path, { website_id, note: 'x' })).toMatchObject(notFound);
    }
    const at = `${path}/${made.id}`;
    expect(await theirs.send({ method: 'PATCH', path: at, body: { note: 'x' } })).toMatchObject(notFound);
    expect(await theirs.send({ method: 'DELETE', path: at })).toMatchObject(notFound);
    expect(await notesOf(theirs)).toEqual([]);
    expect((await theirs.get(path, { website_id: ours.websiteUuid })).body.error.code).toBe('forbidden');
    expect(await notesOf(ours)).toEqual(['Released 2.4']);
  });

  it('are written in the dashboard under the name of who is signed in, and go with the website', async () => {
    const ours = await tenant();
    const member = await createMember(control(), urls, ours.workspaceId, 'member');
    const viewer = await createMember(control(), urls, ours.workspaceId, 'viewer');
    const inside = `/workspaces/${ours.workspaceId}/api${path}`;
    const body = { website_id: ours.websiteUuid, note: 'Campaign', day: '2026-03-01' };
    expect((await member.post(inside, body)).body.data).toMatchObject({ author: member.email });
    expect((await viewer.post(inside, body)).body.error.code).toBe('insufficient_role');
    expect((await viewer.get(inside)).body.data).toHaveLength(1);
    await control().db.deleteFrom('websites').where('id', '=', ours.websiteUuid).execute();
    expect(await notesOf(ours)).toEqual([]);
  });
});

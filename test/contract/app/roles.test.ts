import { beforeAll, expect, it } from 'vitest';
import type { AppParts } from '../../../src/http/app/app-parts.ts';
import { buildAppRoutes } from '../../../src/http/app/build-app-routes.ts';
import { describeServers } from '../../harness/deployments.ts';
import { createMember, createPerson, type Member, type Person } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';

const roles = ['viewer', 'member', 'owner'] as const;
const someId = '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e';

/** As declared; nothing is called, so that no parts are needed. */
const routes = buildAppRoutes({} as AppParts).map(({ method, path, access }) => ({ method, path, access }));
const outside: readonly string[] = ['public', 'signed-in', 'share'];
const bound = routes.filter(({ access }) => !outside.includes(access));
const ofLinks = routes.filter(({ access }) => access === 'share');

describeServers('the routes of the dashboard', ({ urls, control, tenant }) => {
  let ours: Tenant;
  let people: Record<(typeof roles)[number], Member>;
  let stranger: Member;
  const nobody = createPerson(urls);

  beforeAll(async () => {
    ours = await tenant();
    const theirs = await tenant();
    stranger = await createMember(control(), urls, theirs.workspaceId, 'owner');
    const members = await Promise.all(
      roles.map(async (role) => [role, await createMember(control(), urls, ours.workspaceId, role)] as const),
    );
    people = Object.fromEntries(members) as typeof people;
  });

  /** With an id of nothing and an empty body: whoever is let in hears that something is missing. */
  async function ask(person: Person, { method, path, access }: (typeof routes)[number], headers = {}) {
    const prefix = access === 'share' ? `/share/${someId}` : `/workspaces/${ours.workspaceId}`;
    const isOutside = access === 'public' || access === 'signed-in';
    const full = `${isOutside ? '' : prefix}${path.replace(/:\w+/, someId)}`;
    const { status, body } = await person.send(method, full, method === 'GET' ? undefined : {}, headers);
    return { status, code: body.error?.code };
  }

  it('are all there', () => {
    expect(bound.length).toBeGreaterThanOrEqual(20);
    expect(new Set(bound.map(({ access }) => access))).toEqual(new Set(roles));
  });

  it('know only who is signed in, unless they are public', async () => {
    for (const route of routes.filter(({ access }) => access !== 'public' && access !== 'share')) {
      expect({ route, ...(await ask(nobody, route)) }).toEqual({ route, status: 401, code: 'not_signed_in' });
    }
  });

  it('of a share link know only the link, whoever is signed in', async () => {
    expect(ofLinks.length).toBeGreaterThanOrEqual(4);
    for (const route of ofLinks) {
      for (const person of [nobody, people.owner]) {
        const answer = await ask(person, route);
        expect({ route, ...answer }).toEqual({ route, status: 404, code: 'invalid_share_link' });
      }
    }
  });

  it('of a workspace are closed to the owners of others', async () => {
    for (const route of bound) {
      expect({ route, ...(await ask(stranger, route)) }).toEqual({ route, status: 403, code: 'forbidden' });
    }
  });

  it('are open to the roles that they name, and to no lower one', async () => {
    for (const route of bound) {
      for (const role of roles) {
        const { status, code } = await ask(people[role], route);
        const isAllowed = roles.indexOf(role) >= roles.indexOf(route.access as (typeof roles)[number]);
        const seen = { route, role, refused: code === 'insufficient_role' };
        expect(seen).toEqual({ route, role, refused: !isAllowed });
        if (!isAllowed) expect(status).toBe(403);
        else expect([200, 400, 404]).toContain(status);
      }
    }
  });

  it('of the API delete records for owners alone', async () => {
    for (const table of ['payments', 'goals']) {
      const at = `/workspaces/${ours.workspaceId}/api/pixel/${table}?website_id=${ours.website}&visitor_id=v`;
      for (const role of roles) {
        const { status, body } = await people[role].send('DELETE', at, undefined);
        const expected = role === 'owner' ? [200, undefined] : [403, 'insufficient_role'];
        expect([table, role, status, body.error?.code]).toEqual([table, role, ...expected]);
      }
    }
  });

  it('change nothing for a page of another website', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const answer = await ask(people.owner, route, { origin: 'https://evil.example' });
      expect({ route, ...answer }).toEqual({ route, status: 403, code: 'foreign_origin' });
    }
  });
});

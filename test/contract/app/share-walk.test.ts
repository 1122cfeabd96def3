/** A share token, shown to every address of the server in every way that an address could read it. */
import { beforeAll, expect, it } from 'vitest';
import { createShareLink } from '../../../src/automation/create-share-link.ts';
import { systemClock } from '../../../src/contract/clock.ts';
import { sharePages } from '../../../src/contract/share-pages.ts';
import type { AppParts } from '../../../src/http/app/app-parts.ts';
import { buildAppRoutes } from '../../../src/http/app/build-app-routes.ts';
import { dashboardReports } from '../../../src/reports/catalogue.ts';
import { describeServers } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { readOperations } from '../operations.ts';

/** As declared; nothing is called, so that no parts are needed. */
const routes = buildAppRoutes({} as AppParts).map(({ method, path, access }) => ({ method, path, access }));

/** The reports that a link which shows everything can ask, beside those by name. */
const shared = [
  '/pixel/analytics/pages',
  '/pixel/analytics/referrers',
  '/pixel/analytics/hostnames',
  '/pixel/analytics/countries',
  '/pixel/analytics/devices',
  '/pixel/analytics/browsers',
  '/pixel/analytics/operating-systems',
  '/pixel/goals/any/metadata',
  '/pixel/analytics/headline',
  '/pixel/analytics/direct',
  '/pixel/analytics/people',
  '/pixel/analytics/currencies',
  '/pixel/analytics/entry-pages',
  '/pixel/analytics/exit-pages',
  '/pixel/analytics/page-visitors',
  '/pixel/analytics/crawled-pages',
  '/pixel/analytics/ai-series',
  '/pixel/analytics/ai-sites',
  '/pixel/analytics/funnel-series',
  '/pixel/analytics/revenue-series',
];
const sharedByName = [
  'top_pages',
  'referrers',
  'hostnames',
  'locations',
  'devices',
  'languages',
  'funnel',
  'goal_conversions',
  'attributed_revenue',
  'retention_cohorts',
  'sessions',
  'visitor_profile',
  'visitor_timeline',
  'ai_traffic',
  'events_catalog',
  'metric_series',
];

describeServers('a share token', ({ urls, control, tenant }) => {
  const url = urls[0] as string;
  let ours: Tenant;
  let token: string;

  beforeAll(async () => {
    ours = await tenant();
    const link = {
      websiteUuid: ours.websiteUuid,
      name: 'Everything',
      pages: sharePages,
      hidesRevenue: false,
      hidesVisitors: false,
    };
    ({ token } = await createShareLink(control(), ours.workspaceId, link, systemClock));
  });

  /** As a key, as a cookie, as parameters. */
  async function ask(method: string, path: string, origin = url) {
    const separator = path.includes('?') ? '&' : '?';
    const response = await fetch(`${url}${path}${separator}token=${token}&pass=${token}&key=${token}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        cookie: `footfall_sign_in=${token}; footfall_share=${token}`,
        ...(method !== 'GET' && { origin, 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: '{}' }),
    });
    const body = (await response.json().catch(() => ({}))) as { error?: { code: string } };
    return { status: response.status, code: body.error?.code };
  }

  const fill = (path: string) =>
    path
      .replaceAll(/:uuid|\{id\}|:id/g, ours.websiteUuid)
      .replace('{report}', 'top_pages')
      .replaceAll(/\{\w+\}|:\w+/g, 'any');
  const query = '?from_date=2026-03-01&to_date=2026-03-02&steps=page:/,page:/a';

  it('is no key of the API', async () => {
    const operations = await readOperations(url);
    expect(operations.length).toBeGreaterThan(35);
    for (const { method, path } of operations) {
      const answer = await ask(method, `/api/v1${fill(path)}`);
      expect({ method, path, ...answer }).toEqual({ method, path, status: 401, code: 'invalid_api_key' });
    }
  });

  it('is no sign-in: neither for what belongs to a person nor to a workspace', async () => {
    for (const { method, path, access } of routes.filter((each) => each.access !== 'share')) {
      const isOutside = access === 'public' || access === 'signed-in';
      const full = `/app${isOutside ? '' : `/workspaces/${ours.workspaceId}`}${fill(path)}`;
      const answer = await ask(method, full);
      if (access === 'public') {
        // Nobody is signed in by it, and nothing is made or taken.
        expect({ method, path, isError: answer.status >= 400 }).toEqual({
          method,
          path,
          isError: path !== '/state' && path !== '/sign-out',
        });
      } else
        expect({ method, path, ...answer }).toEqual({ method, path, status: 401, code: 'not_signed_in' });
    }
    const state = await fetch(`${url}/app/state`, { headers: { cookie: `footfall_sign_in=${token}` } });
    expect(await state.json()).toMatchObject({ user: null, workspaces: [] });
    const operations = await readOperations(url);
    for (const { method, path } of operations) {
      const answer = await ask(method, `/app/workspaces/${ours.workspaceId}/api${fill(path)}`);
      expect({ method, path, ...answer }).toEqual({ method, path, status: 401, code: 'not_signed_in' });
    }
  });

  it('opens below its own address the reports of its pages, and no other endpoint', async () => {
    const operations = await readOperations(url);
    const ofDashboard = Object.keys(dashboardReports).map((name) => ({
      method: 'GET',
      path: `/pixel/analytics/${name}`,
    }));
    for (const { method, path } of [...operations, ...ofDashboard]) {
      const full = `/app/share/${token}/api${fill(path)}`;
      const { status, code } = await ask(method, full + query);
      const isShared =
        method === 'GET' && (shared.includes(fill(path)) || path === '/pixel/metrics/{report}');
      if (isShared) expect({ path, status }).toEqual({ path, status: 200 });
      else {
        expect({ method, path, isClosed: [403, 404, 405].includes(status), code }).toEqual({
          method,
          path,
          isClosed: true,
          code: expect.stringMatching(/^(not_shared|not_found|method_not_allowed)$/),
        });
      }
    }
  });

  it('opens by name the reports of its pages alone', async () => {
    const { error } = (await (await fetch(`${url}/app/share/${token}/api/pixel/metrics/nothing`)).json()) as {
      error: { details: { supported: string[] } };
    };
    const names = error.details.supported;
    expect(names).toEqual(expect.arrayContaining(sharedByName));
    for (const name of names) {
      const given = '?visitor_id=v&steps=page:/,page:/a';
      const { status, code } = await ask('GET', `/app/share/${token}/api/pixel/metrics/${name}${given}`);
      const expected = sharedByName.includes(name) ? [200, undefined] : [403, 'not_shared'];
      expect([name, status, code]).toEqual([name, ...expected]);
    }
  });

  it('changes nothing: there is nothing to send but a password', async () => {
    const ofLinks = routes.filter(({ access }) => access === 'share');
    expect(ofLinks.map(({ method }) => method)).toEqual(ofLinks.map(() => 'GET'));
    for (const { path } of ofLinks) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await ask(method, `/app/share/${token}${path}`);
        expect([method, path, status]).toEqual([method, path, 404]);
      }
    }
    const foreign = await ask('POST', `/app/share/${token}/unlock`, 'https://evil.example');
    expect([foreign.status, foreign.code]).toEqual([403, 'foreign_origin']);
  });
});

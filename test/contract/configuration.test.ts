/** The four lists of what was set up in the dashboard (contract §6). */
import { expect, it } from 'vitest';
import { createAlert } from '../../src/automation/create-alert.ts';
import { createGoal } from '../../src/automation/create-goal.ts';
import { createScheduledReport } from '../../src/automation/create-scheduled-report.ts';
import { createShareLink } from '../../src/automation/create-share-link.ts';
import { systemClock } from '../../src/contract/clock.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { type Deployment, describeServers } from '../harness/deployments.ts';
import type { Tenant } from '../harness/tenant.ts';
import { badLimits, walkPages } from './walk-pages.ts';

type List = {
  path: string;
  create(deployment: Deployment, tenant: Tenant, name: string, websiteUuid?: string): Promise<{ id: string }>;
  /** What a row shows beside id, website_id, name and created_at. */
  rest: Record<string, unknown>;
};

const nextRunAt = Date.UTC(2027, 0, 4, 7);
const expiresAt = Date.UTC(2027, 5, 1);

const lists: readonly List[] = [
  {
    path: '/pixel/goals',
    create: (deployment, tenant, name, websiteUuid = tenant.websiteUuid) =>
      createGoal(
        deployment.control(),
        tenant.workspaceId,
        { websiteUuid, name, type: 'page', match: '/thanks*' },
        systemClock,
      ),
    rest: { type: 'page', match: '/thanks*' },
  },
  {
    path: '/pixel/alerts',
    create: (deployment, tenant, name, websiteUuid = tenant.websiteUuid) =>
      createAlert(
        deployment.control(),
        tenant.workspaceId,
        {
          websiteUuid,
          name,
          metric: 'visitors',
          condition: 'lt',
          threshold: 12.5,
          windowMinutes: 60,
          targets: [
            { kind: 'email', address: 'ada@example.com' },
            { kind: 'webhook', url: 'https://hooks.example.com/secret-path' },
          ],
          enabled: true,
        },
        systemClock,
      ),
    rest: {
      metric: 'visitors',
      condition: 'lt',
      threshold: 12.5,
      window_minutes: 60,
      channels: ['email', 'webhook'],
      enabled: true,
      last_triggered_at: null,
    },
  },
  {
    path: '/pixel/reports',
    create: (deployment, tenant, name, websiteUuid = tenant.websiteUuid) =>
      createScheduledReport(
        deployment.control(),
        tenant.workspaceId,
        {
          websiteUuid,
          name,
          frequency: 'weekly',
          timezone: 'Europe/Berlin',
          recipients: ['ada@example.com', 'grace@example.com'],
          nextRunAt,
        },
        systemClock,
      ),
    rest: {
      frequency: 'weekly',
      timezone: 'Europe/Berlin',
      recipient_count: 2,
      segment_id: null,
      next_run_at: new Date(nextRunAt).toISOString(),
      last_sent_at: null,
    },
  },
  {
    path: '/pixel/share-links',
    create: (deployment, tenant, name, websiteUuid = tenant.websiteUuid) =>
      createShareLink(
        deployment.control(),
        tenant.workspaceId,
        { websiteUuid, name, passwordHash: 'hash-of-a-password', expiresAt },
        systemClock,
      ),
    rest: {
      segment_id: null,
      has_password: true,
      expires_at: new Date(expiresAt).toISOString(),
      last_viewed_at: null,
    },
  },
];

describeServers('configuration list', (deployment) => {
  it.each(lists)('$path shows every field of a row', async ({ path, create, rest }) => {
    const tenant = await deployment.tenant();
    const empty = await tenant.get(path);
    expect(empty.status).toBe(200);
    expect(empty.body).toMatchObject({ status: 'success', data: [], pagination: { has_more: false } });
    const { id } = await create(deployment, tenant, 'First');
    const { body, headers } = await tenant.get(path);
    expect(body).toEqual({
      status: 'success',
      data: [
        {
          id,
          website_id: tenant.websiteUuid,
          name: 'First',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          ...rest,
        },
      ],
      meta: { request_id: headers.get('x-request-id') },
      pagination: { has_more: false },
    });
  });

  it.each(lists)(
    '$path pages newest first through the workspace or one website',
    async ({ path, create }) => {
      const tenant = await deployment.tenant();
      const theirs = await deployment.tenant();
      const domains = ['other.example'];
      const second = await createWebsite(deployment.control(), tenant.workspaceId, domains, systemClock);
      await create(deployment, theirs, 'Theirs');
      const ids: string[] = [];
      for (let n = 0; n < 9; n++) {
        const websiteUuid = n % 3 === 0 ? second.id : tenant.websiteUuid;
        ids.unshift((await create(deployment, tenant, `Row ${n}`, websiteUuid)).id);
      }
      const pages = await walkPages(tenant, path, { limit: 2 });
      expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 2, 1]);
      expect(pages.flat().map(({ id }) => id)).toEqual(ids);
      const ofSecond = await walkPages(tenant, path, { limit: 2, website_id: second.id });
      expect(ofSecond.flat().map(({ id }) => id)).toEqual([ids[2], ids[5], ids[8]]);
      const restarted = await tenant.get(path, { limit: 1, cursor: 'invalid' });
      expect(restarted.body.data[0].id).toBe(ids[0]);
    },
  );

  it.each(lists)('$path refuses a foreign or unusable website and a bad limit', async ({ path, create }) => {
    const tenant = await deployment.tenant();
    const theirs = await deployment.tenant();
    await create(deployment, theirs, 'Theirs');
    const refused: [string, number, string][] = [
      [theirs.websiteUuid, 403, 'forbidden'],
      ['0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e', 403, 'forbidden'],
      [tenant.website, 400, 'invalid_website'],
      ['x', 400, 'invalid_website'],
    ];
    for (const [website_id, status, code] of refused) {
      expect(await tenant.get(path, { website_id })).toMatchObject({ status, body: { error: { code } } });
    }
    for (const limit of badLimits) {
      const { status, body } = await tenant.get(path, { limit });
      expect({ limit, status, code: body.error?.code }).toEqual({
        limit,
        status: 400,
        code: 'invalid_limit',
      });
    }
    expect((await tenant.get(path, { limit: 5000 })).status).toBe(200);
  });

  it('never shows the token or password of a share link, nor where a report or an alert goes', async () => {
    const tenant = await deployment.tenant();
    const link = { websiteUuid: tenant.websiteUuid, name: 'Board', passwordHash: 'hash-of-a-password' };
    const { token } = await createShareLink(deployment.control(), tenant.workspaceId, link, systemClock);
    const open = { websiteUuid: tenant.websiteUuid, name: 'Open' };
    await createShareLink(deployment.control(), tenant.workspaceId, open, systemClock);
    const links = await tenant.get('/pixel/share-links');
    expect(links.body.data.map(({ has_password }: { has_password: boolean }) => has_password)).toEqual([
      false,
      true,
    ]);
    expect(JSON.stringify(links.body)).not.toContain(token);
    expect(JSON.stringify(links.body)).not.toContain('hash-of-a-password');
    await lists[1]?.create(deployment, tenant, 'Quiet');
    const alerts = JSON.stringify((await tenant.get('/pixel/alerts')).body);
    for (const secret of ['@example.com', 'secret-path', 'whsec_']) expect(alerts).not.toContain(secret);
    await lists[2]?.create(deployment, tenant, 'Weekly');
    expect(JSON.stringify((await tenant.get('/pixel/reports')).body)).not.toContain('@example.com');
  });
});

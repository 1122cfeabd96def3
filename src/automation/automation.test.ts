import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { PublicWebsiteId, SegmentId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { createAlert } from './create-alert.ts';
import { createGoal } from './create-goal.ts';
import { createScheduledReport } from './create-scheduled-report.ts';
import { createShareLink } from './create-share-link.ts';
import { listAlerts } from './list-alerts.ts';
import { listGoals, listOwnGoals } from './list-goals.ts';
import { listScheduledReports } from './list-scheduled-reports.ts';
import { listShareLinks } from './list-share-links.ts';
import { updateGoal } from './update-goal.ts';

const clock = () => 1_700_000_000_000;
const createdAt = '2023-11-14T22:13:20.000Z';
const ours = 'ours' as WorkspaceId;
const theirs = 'theirs' as WorkspaceId;
const website = '0189aaaa-0000-7000-8000-000000000001' as WebsiteUuid;
const secondWebsite = '0189aaaa-0000-7000-8000-000000000002' as WebsiteUuid;
const segment = '0189aaaa-0000-7000-8000-00000000000a' as SegmentId;

async function openWithWebsites(open: () => Promise<Control>): Promise<Control> {
  const control = await open();
  await control.db
    .insertInto('workspaces')
    .values([ours, theirs].map((id) => ({ id, name: id, created_at: 0 })))
    .execute();
  await control.db
    .insertInto('websites')
    .values(
      [website, secondWebsite].map((id, index) => ({
        id,
        public_id: `ff_${index}` as PublicWebsiteId,
        workspace_id: ours,
        allowed_domains_json: '["example.com"]',
        created_at: 0,
      })),
    )
    .execute();
  await control.db
    .insertInto('segments')
    .values({
      id: segment,
      workspace_id: ours,
      website_id: website,
      name: 'Germany',
      filters_json: '{}',
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  return control;
}

const goal = { websiteUuid: website, name: 'Signup', type: 'page', match: '/welcome' } as const;
const alert = {
  websiteUuid: website,
  name: 'Quiet',
  metric: 'visitors',
  condition: 'lt',
  threshold: 0.5,
  windowMinutes: 60,
  targets: [{ kind: 'email', address: 'ada@example.com' }],
  enabled: true,
} as const;
const report = {
  websiteUuid: website,
  name: 'Weekly',
  frequency: 'weekly',
  timezone: 'Europe/Berlin',
  recipients: ['ada@example.com', 'bob@example.com'],
  segmentId: segment,
  nextRunAt: clock(),
} as const;
const link = { websiteUuid: website, name: 'Board', segmentId: segment, passwordHash: '$argon2id$x' };

describeControl('automation', ({ open }) => {
  it('lists the rows of the contract', async () => {
    const control = await openWithWebsites(open);
    const { id: goalId } = await createGoal(control, ours, goal, clock);
    const { id: alertId } = await createAlert(control, ours, alert, clock);
    const { id: reportId } = await createScheduledReport(control, ours, report, clock);
    const { id: linkId } = await createShareLink(control, ours, link, clock);
    const shared = { website_id: website, created_at: createdAt };
    expect((await listGoals(control, ours, { limit: 10 })).items).toEqual([
      { ...shared, id: goalId, name: 'Signup', type: 'page', match: '/welcome' },
    ]);
    expect((await listAlerts(control, ours, { limit: 10 })).items).toEqual([
      {
        ...shared,
        id: alertId,
        name: 'Quiet',
        metric: 'visitors',
        condition: 'lt',
        threshold: 0.5,
        window_minutes: 60,
        channels: ['email'],
        enabled: true,
        last_triggered_at: null,
      },
    ]);
    expect((await listScheduledReports(control, ours, { limit: 10 })).items).toEqual([
      {
        ...shared,
        id: reportId,
        name: 'Weekly',
        frequency: 'weekly',
        timezone: 'Europe/Berlin',
        recipient_count: 2,
        segment_id: segment,
        next_run_at: createdAt,
        last_sent_at: null,
      },
    ]);
    expect((await listShareLinks(control, ours, { limit: 10 })).items).toEqual([
      {
        ...shared,
        id: linkId,
        name: 'Board',
        segment_id: segment,
        has_password: true,
        expires_at: null,
        last_viewed_at: null,
      },
    ]);
  });

  it('narrows to a website and walks in pages, newest first', async () => {
    const control = await openWithWebsites(open);
    for (const name of ['a', 'b', 'c']) await createGoal(control, ours, { ...goal, name }, clock);
    await createGoal(control, ours, { ...goal, name: 'other', websiteUuid: secondWebsite }, clock);
    const listNames = async (page: Parameters<typeof listGoals>[2]) =>
      (await listGoals(control, ours, page)).items.map(({ name }) => name);
    expect(await listNames({ limit: 10 })).toEqual(['other', 'c', 'b', 'a']);
    expect(await listNames({ limit: 10, websiteUuid: secondWebsite })).toEqual(['other']);
    expect(await listNames({ limit: 10, websiteUuid: 'ff_0\0' })).toEqual([]);
    const { nextCursor } = await listGoals(control, ours, { limit: 2, websiteUuid: website });
    expect(await listNames({ limit: 2, websiteUuid: website, cursor: nextCursor })).toEqual(['a']);
  });

  it('keeps a goal that is archived out of the list, and its name free', async () => {
    const control = await openWithWebsites(open);
    const { id } = await createGoal(control, ours, goal, clock);
    await expect(createGoal(control, ours, goal, clock)).rejects.toMatchObject({ code: 'duplicate_goal' });
    await updateGoal(control, ours, id, { archived: true }, clock());
    expect((await listGoals(control, ours, { limit: 10 })).items).toEqual([]);
    expect(await listOwnGoals(control, ours)).toMatchObject([{ id, archivedAt: createdAt }]);
    await createGoal(control, ours, goal, clock);
    expect((await listGoals(control, ours, { limit: 10 })).items).toHaveLength(1);
    const back = updateGoal(control, ours, id, { archived: false }, clock());
    await expect(back).rejects.toMatchObject({ code: 'duplicate_goal' });
  });

  it('has at most 50 goals a website', async () => {
    const control = await openWithWebsites(open);
    for (let n = 0; n < 50; n += 1) await createGoal(control, ours, { ...goal, name: `${n}` }, clock);
    const more = { ...goal, name: 'more' };
    await expect(createGoal(control, ours, more, clock)).rejects.toMatchObject({ code: 'too_many_goals' });
    await createGoal(control, ours, { ...more, websiteUuid: secondWebsite }, clock);
  });

  it('shows nothing to a foreign workspace and takes nothing from it', async () => {
    const control = await openWithWebsites(open);
    await createGoal(control, ours, goal, clock);
    await createAlert(control, ours, alert, clock);
    await createScheduledReport(control, ours, report, clock);
    await createShareLink(control, ours, link, clock);
    for (const list of [listGoals, listAlerts, listScheduledReports, listShareLinks]) {
      expect((await list(control, theirs, { limit: 10 })).items).toEqual([]);
      expect((await list(control, theirs, { limit: 10, websiteUuid: website })).items).toEqual([]);
    }
    const missing = { code: 'not_found' };
    await expect(createGoal(control, theirs, goal, clock)).rejects.toMatchObject(missing);
    await expect(createAlert(control, theirs, alert, clock)).rejects.toMatchObject(missing);
    await expect(createScheduledReport(control, theirs, report, clock)).rejects.toMatchObject(missing);
    await expect(createShareLink(control, theirs, link, clock)).rejects.toMatchObject(missing);
  });

  it('narrows a report only to a segment of its own website', async () => {
    const control = await openWithWebsites(open);
    const elsewhere = createScheduledReport(control, ours, { ...report, websiteUuid: secondWebsite }, clock);
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' });
  });

  it('stores the token of a share link as a fingerprint alone', async () => {
    const control = await openWithWebsites(open);
    const { token } = await createShareLink(control, ours, link, clock);
    const stored = JSON.stringify(await control.db.selectFrom('share_links').selectAll().execute());
    expect(stored).not.toContain(token);
  });
});

/** What whoever has a link sees: the numbers of its website and segment, without what it hides, and nothing else. */
import { beforeAll, expect, it } from 'vitest';
import { createAnnotation } from '../../../src/annotations/create-annotation.ts';
import { createShareLink, type NewShareLink } from '../../../src/automation/create-share-link.ts';
import { systemClock } from '../../../src/contract/clock.ts';
import { sharePages } from '../../../src/contract/share-pages.ts';
import {
  type Deployment,
  describeEngines,
  describeOneServer,
  describeServers,
} from '../../harness/deployments.ts';
import { createMember, type Member } from '../../harness/person.ts';
import { createViewer, type ShareViewer } from '../../harness/share-viewer.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { createSender } from '../reports/records.ts';

const day = '2026-03-02';
const days = { from_date: day, to_date: day };
const named = { from: day, to: day };
const german = { ip: '193.99.144.80' };
const american = { ip: '8.8.8.8' };

/** Every report that the pages of the dashboard ask, as they ask it. */
const questions: readonly (readonly [path: string, query: Record<string, string>])[] = [
  ['/pixel/analytics/headline', days],
  ['/pixel/metrics/metric_series', { ...named, metric: 'visitors' }],
  ['/pixel/metrics/metric_series', { ...named, metric: 'conversion_rate' }],
  ['/pixel/analytics/pages', days],
  ['/pixel/analytics/entry-pages', days],
  ['/pixel/analytics/exit-pages', days],
  ['/pixel/analytics/referrers', { ...days, mode: 'channel' }],
  ['/pixel/analytics/hostnames', days],
  ['/pixel/analytics/countries', days],
  ['/pixel/metrics/languages', named],
  ['/pixel/analytics/devices', days],
  ['/pixel/analytics/browsers', days],
  ['/pixel/analytics/operating-systems', days],
  ['/pixel/metrics/goal_conversions', named],
  ['/pixel/metrics/attributed_revenue', named],
  ['/pixel/analytics/revenue-series', days],
  ['/pixel/metrics/funnel', { ...named, steps: 'page:/,goal:signup' }],
  ['/pixel/analytics/funnel-series', { ...days, steps: 'page:/,goal:signup' }],
  ['/pixel/metrics/retention_cohorts', { ...named, granularity: 'day' }],
  ['/pixel/metrics/events_catalog', named],
  ['/pixel/goals/signup/metadata', { from_date: day }],
];

const ofSingleVisitors: typeof questions = [
  ['/pixel/metrics/sessions', named],
  ['/pixel/metrics/visitor_profile', { ...named, visitor_id: 'german' }],
  ['/pixel/metrics/visitor_timeline', { ...named, visitor_id: 'german' }],
];
const ofAi: typeof questions = [
  ['/pixel/metrics/ai_traffic', named],
  ['/pixel/analytics/ai-series', days],
  ['/pixel/analytics/ai-sites', days],
  ['/pixel/analytics/crawled-pages', days],
];
const beyondFilters: typeof questions = [...ofSingleVisitors, ...ofAi];

async function record(tenant: Tenant): Promise<void> {
  const send = createSender(tenant);
  const tags = { utm_source: 'news', utm_medium: 'email', referrer: 'https://a.example/', language: 'de' };
  await send.view('german', 's1', `${day}T10:00:00Z`, { path: '/', ...german, ...tags });
  await send.goal('german', `${day}T10:05:00Z`, { properties: { plan: 'pro' } });
  await send.payment('german', `${day}T10:06:00Z`, 1234);
  await send.view('american', 's2', `${day}T11:00:00Z`, { path: '/', ...american });
  await send.view('american', 's2', `${day}T11:01:00Z`, { path: '/pricing', ...american });
  await send.goal('american', `${day}T11:05:00Z`, { properties: { plan: 'free' } });
  await send.payment('american', `${day}T11:06:00Z`, 4321);
}

const sumOf = (rows: readonly Record<string, unknown>[]) =>
  rows.flatMap((row) => Object.values(row)).filter((value) => /^[1-9]\d*$/.test(String(value)));

/** A website, that of a stranger, and links to the first. */
function useSharedWebsite({ urls, control, tenant }: Deployment) {
  let ours: Tenant;
  let theirs: Tenant;
  let owner: Member;

  beforeAll(async () => {
    ours = await tenant();
    theirs = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
  });

  return {
    ours: () => ours,
    theirs: () => theirs,
    owner: () => owner,
    async open(settings: Partial<NewShareLink> = {}): Promise<ShareViewer> {
      const link = { websiteUuid: ours.websiteUuid, name: 'Link', pages: sharePages, ...settings };
      const { token } = await createShareLink(control(), ours.workspaceId, link, systemClock);
      return createViewer(urls, `${urls[0]}/share/${token}`);
    },
  };
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

const openly = { hidesRevenue: false, hidesVisitors: false };

function useRecordedWebsite(deployment: Deployment) {
  const shared = useSharedWebsite(deployment);
  const { ours, theirs, owner } = shared;

  beforeAll(async () => {
    await Promise.all([ours(), theirs()].map(record));
    await createSender(theirs()).view('third', 's3', `${day}T12:00:00Z`, { path: '/theirs' });
    await deployment.settle();
  });

  return {
    ...shared,
    async makeSegment(filters: object): Promise<string> {
      const body = { website_id: ours().websiteUuid, name: JSON.stringify(filters), filters };
      return (await ours().post('/pixel/segments', body)).body.data.id;
    },
    /** As a person of the workspace is answered. */
    async rowsInside(path: string, query: Record<string, string>) {
      const { website, workspaceId } = ours();
      const given = new URLSearchParams({ website_id: website, ...query });
      const { body } = await owner().get(`/workspaces/${workspaceId}/api${path}?${given}`);
      return body.data.data;
    },
  };
}

describeEngines('what a shared view is bound to', (deployment) => {
  const { theirs, open, makeSegment, rowsInside } = useRecordedWebsite(deployment);

  it('is its website, whichever one is asked for', async () => {
    const viewer = await open(openly);
    const expected = await rowsInside('/pixel/analytics/pages', days);
    for (const website_id of [theirs().website, theirs().websiteUuid, '', 'x']) {
      const query = {
        ...days,
        website_id,
        workspace_id: theirs().workspaceId,
        workspaceId: theirs().workspaceId,
      };
      expect(await viewer.rows('/pixel/analytics/pages', query)).toEqual(expected);
      const { body } = await viewer.get(
        `/api/pixel/metrics/top_pages?website_id=${website_id}&from=${day}&to=${day}`,
      );
      expect(body.data.data).toEqual(expected);
    }
    expect(expected.length).toBe(2);
  });

  it('is its segment, whatever else it is filtered by', async () => {
    const viewer = await open({ ...openly, segmentId: await makeSegment({ country: 'DE' }) });
    const wider = [{}, { country: 'is:DE,US' }, { country: 'is_not:FR' }, { country: 'matches:.*' }];
    for (const filter of wider) {
      expect(await viewer.rows('/pixel/analytics/headline', { ...days, ...filter })).toMatchObject([
        { visitors: '1', pageviews: '1', revenue: 1234 },
      ]);
    }
    for (const filter of [{ country: 'is:US' }, { country: 'is_not:DE' }]) {
      const rows = await viewer.rows('/pixel/analytics/headline', { ...days, ...filter });
      expect(rows).toMatchObject([{ visitors: '0', pageviews: '0', revenue: 0 }]);
      expect(sumOf(rows)).toEqual([]);
    }
  });
});

describeOneServer('a shared view', (deployment) => {
  const { open, makeSegment, rowsInside } = useRecordedWebsite(deployment);

  it('has the numbers of the dashboard', async () => {
    const viewer = await open(openly);
    for (const [path, query] of [...questions, ...beyondFilters]) {
      const rows = await viewer.rows(path, query);
      expect({ path, rows }).toEqual({ path, rows: await rowsInside(path, query) });
      if (!ofAi.some(([each]) => each === path))
        expect({ path, some: sumOf(rows).length > 0 }).toEqual({ path, some: true });
    }
    const csv = await viewer.report('/pixel/analytics/pages', { ...days, format: 'csv' });
    expect(csv.body).toMatch(/^path,views,[\s\S]*\/pricing/);
  });

  it('is of its segment alone, whatever else it is filtered by', async () => {
    const viewer = await open({ ...openly, segmentId: await makeSegment({ country: 'DE' }) });
    for (const [path, query] of questions) {
      const rows = await viewer.rows(path, query);
      const inside = await rowsInside(path, { ...query, country: 'DE' });
      expect({ path, rows }).toEqual({ path, rows: inside });
    }
    for (const filter of [{ country: 'is:US' }, { country: 'is_not:DE' }]) {
      for (const [path, query] of questions) {
        const rows = await viewer.rows(path, { ...query, ...filter });
        const numbers = sumOf(rows.map(({ step: _step, name: _name, ...row }) => row));
        expect({ path, filter, numbers }).toEqual({ path, filter, numbers: [] });
      }
    }
    const { body } = await viewer.get();
    expect(body.pages).toEqual(['overview', 'funnels', 'retention', 'revenue', 'events']);
    for (const [path, query] of beyondFilters) {
      expect([path, ...codeOf(await viewer.report(path, query))]).toEqual([path, 403, 'not_shared']);
    }
    expect(codeOf(await viewer.get('/live'))).toEqual([403, 'not_shared']);
  });

  it('of a segment that nobody is in has nobody in any report', async () => {
    const viewer = await open({ ...openly, segmentId: await makeSegment({ country: 'FR', page: '/' }) });
    for (const [path, query] of questions) {
      const rows = await viewer.rows(path, query);
      const numbers = sumOf(rows.map(({ step: _step, name: _name, ...row }) => row));
      expect({ path, numbers }).toEqual({ path, numbers: [] });
    }
  });

  it('has no revenue where that is hidden, in no report and under no name', async () => {
    const viewer = await open({ hidesRevenue: true, hidesVisitors: false });
    for (const [path, query] of [...questions, ...beyondFilters]) {
      const answer = await viewer.report(path, query);
      if (/attributed_revenue|revenue-series/.test(path)) {
        expect(codeOf(answer)).toEqual([403, 'not_shared']);
        continue;
      }
      const { data, meta } = answer.body.data;
      const names = meta.map(({ name }: { name: string }) => name);
      expect({ path, names: names.filter((name: string) => /revenue|amount/.test(name)) }).toEqual({
        path,
        names: [],
      });
      const text = JSON.stringify(data);
      expect({ path, found: /revenue|amount|payment|1234|4321|5555/.test(text) }).toEqual({
        path,
        found: false,
      });
      const csv = await viewer.report(path, { ...query, format: 'csv' });
      expect({ path, found: /revenue|amount|payment/.test(csv.body) }).toEqual({ path, found: false });
    }
    const series = ['/pixel/metrics/metric_series', '/pixel/metrics/metric-series'];
    for (const path of series) {
      expect(codeOf(await viewer.report(path, { ...named, metric: 'revenue' }))).toEqual([403, 'not_shared']);
    }
    expect((await viewer.get()).body.pages).not.toContain('revenue');
    expect((await viewer.rows('/pixel/metrics/events_catalog', named)).map(({ type }) => type)).toEqual([
      'pageview',
      'goal',
    ]);
  });

  it('has no single visitors where those are hidden', async () => {
    const viewer = await open({ hidesRevenue: false, hidesVisitors: true });
    for (const [path, query] of ofSingleVisitors) {
      expect([path, ...codeOf(await viewer.report(path, query))]).toEqual([path, 403, 'not_shared']);
    }
    for (const [path, query] of questions) {
      const text = JSON.stringify(await viewer.rows(path, query));
      expect({ path, found: /german|american/.test(text) }).toEqual({ path, found: false });
    }
    const { pages } = (await viewer.get()).body;
    expect(pages).toEqual(['overview', 'realtime', 'funnels', 'retention', 'revenue', 'events', 'ai']);
  });

  it('has the pages that were chosen, and the reports of those alone', async () => {
    const viewer = await open({ ...openly, pages: ['retention'] });
    for (const [path, query] of [...questions, ...beyondFilters]) {
      const expected = path.endsWith('retention_cohorts') ? [200, undefined] : [403, 'not_shared'];
      expect([path, ...codeOf(await viewer.report(path, query))]).toEqual([path, ...expected]);
    }
    for (const path of ['/funnels', '/annotations', '/live']) {
      expect([path, ...codeOf(await viewer.get(path))]).toEqual([path, 403, 'not_shared']);
    }
  });
});

describeServers('a shared view', (deployment) => {
  const { ours, owner, open } = useSharedWebsite(deployment);

  it('has the funnels and annotations of its website, without who wrote them', async () => {
    const at = `/workspaces/${ours().workspaceId}`;
    const other = await owner().post(`${at}/websites`, { domains: ['second.example'] });
    const steps = ['page:/', 'goal:signup'];
    await owner().post(`${at}/funnels`, { websiteId: ours().websiteUuid, name: 'Ours', steps });
    await owner().post(`${at}/funnels`, { websiteId: other.body.id, name: 'Second', steps });
    const note = { note: 'Launch', author: owner().email, time: { day } };
    for (const websiteUuid of [ours().websiteUuid, other.body.id]) {
      await createAnnotation(deployment.control(), ours().workspaceId, { ...note, websiteUuid }, systemClock);
    }
    const viewer = await open();
    const { body: funnels } = await viewer.get('/funnels');
    expect(funnels.map(({ name }: { name: string }) => name)).toEqual(['Ours']);
    const { body: annotations } = await viewer.get(`/annotations?from_date=${day}&to_date=${day}`);
    expect(annotations).toEqual({ data: [{ id: expect.any(String), day, at: null, note: 'Launch' }] });
    expect((await viewer.get('/annotations?from_date=2026-03-03')).body).toEqual({ data: [] });
    expect(codeOf(await viewer.get('/annotations?from_date=soon'))).toEqual([400, 'invalid_from_date']);
  });
});

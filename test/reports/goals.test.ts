/** Page goals and automatic events that are goals: worked out by hand, of four visits. */
import { describe, expect, it } from 'vitest';
import type { GoalRule } from '../../src/contract/goal-rule.ts';
import { buildEvent, buildGoal, type Draft } from '../../src/ingest/build-drafts.ts';
import { campaigns } from '../../src/reports/campaigns.ts';
import { countries } from '../../src/reports/countries.ts';
import { eventsCatalog } from '../../src/reports/events-catalog.ts';
import { funnel } from '../../src/reports/funnel.ts';
import { goalConversions } from '../../src/reports/goal-conversions.ts';
import { goalMetadata } from '../../src/reports/goal-metadata.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { pages } from '../../src/reports/pages.ts';
import { sessionList } from '../../src/reports/session-list.ts';
import { visitorHistory } from '../../src/reports/visitor-history.ts';
import { visitorProfile } from '../../src/reports/visitor-profile.ts';
import { visitorTimeline } from '../../src/reports/visitor-timeline.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

function capture(automatic: string, visitor_id: string, session_id: string, ts: string): Draft {
  const body = { website_id, name: 'custom', visitor_id, session_id, ts: Date.parse(ts) } as const;
  const surroundings = { ownDomains: [], findCountry: () => '' };
  return buildEvent(sender, { ...body, properties: { url: '/a' } }, surroundings, { automatic });
}

const pageGoal = (name: string, match: string): GoalRule => ({
  websiteId: website_id,
  name,
  type: 'page',
  match,
});
const thanks = pageGoal('Order', '/thanks');
const docs = pageGoal('Docs', '/docs/*');
const download: GoalRule = { websiteId: website_id, name: 'A file', type: 'event', match: 'download' };

const ann = { visitor_id: 'ann', session_id: 'a', ip: 'DE' };
const drafts = [
  // Ann reads two pages of the docs, the second twice, and orders.
  hit({ ...ann, path: '/docs/start' }, '2024-03-04T10:00:00Z'),
  hit({ ...ann, path: '/docs/api' }, '2024-03-04T10:01:00Z'),
  hit({ ...ann, path: '/docs/api' }, '2024-03-04T23:50:00Z'),
  hit({ ...ann, path: '/thanks' }, '2024-03-05T00:10:00Z'),
  // Bob sees one page and takes a file: without the goal it were a bounce.
  hit({ visitor_id: 'bob', session_id: 'b', ip: 'US', path: '/' }, '2024-03-04T12:00:00Z'),
  capture('download', 'bob', 'b', '2024-03-04T12:20:00Z'),
  // Of Cem nothing else is known.
  capture('download', 'cem', 'c', '2024-03-06T10:00:00Z'),
  // Dee's server tells of a goal.
  hit({ visitor_id: 'dee', session_id: 'd', ip: 'US', path: '/' }, '2024-03-07T12:00:00Z'),
  buildGoal(sender, {
    website_id,
    goal_name: 'signup',
    visitor_id: 'dee',
    timestamp: Date.parse('2024-03-07T13:00:00Z'),
  }),
];

const conversionsOf = (rows: readonly Record<string, unknown>[], key: string) =>
  rows.map((row) => [row[key], row.conversions, row.conversion_rate]);

describe.each(arrivals)('goals over records that arrive %s', (arrival) => {
  const stage = useStage(drafts, { arrival, goals: [thanks, docs, download], forDashboard: true });

  it('count pageviews and automatic events by goal, also of the past', async () => {
    const rows = await stage.rows(goalConversions, march);
    expect(rows).toEqual([
      { goal_name: 'Docs', conversions: '3', visitors: '1', conversion_rate: 33.33 },
      // Cem is no visitor.
      { goal_name: 'download', conversions: '2', visitors: '2', conversion_rate: 33.33 },
      { goal_name: 'Order', conversions: '1', visitors: '1', conversion_rate: 33.33 },
      { goal_name: 'signup', conversions: '1', visitors: '1', conversion_rate: 33.33 },
    ]);
    expect(conversionsOf(await stage.rowsWithoutGoals(goalConversions, march), 'goal_name')).toEqual([
      ['signup', '1', 33.33],
    ]);
  });

  it('are in the conversions of every row, bucket and headline, and end bounces as far as they are events', async () => {
    expect(await stage.rows(headline, march)).toMatchObject([
      { visitors: '3', sessions: '3', pageviews: '6', bounces: '1', conversions: '7', conversion_rate: 100 },
    ]);
    expect(await stage.rowsWithoutGoals(headline, march)).toMatchObject([
      {
        visitors: '3',
        sessions: '3',
        pageviews: '6',
        bounces: '2',
        conversions: '1',
        conversion_rate: 33.33,
      },
    ]);
    expect(conversionsOf(await stage.rows(countries, march), 'country')).toEqual([
      ['US', '2', 100],
      ['DE', '4', 100],
      ['ZZ', '1', 0],
    ]);
    expect(conversionsOf(await stage.rows(campaigns, march), 'utm_campaign')).toEqual([['(none)', '7', 100]]);
    const days = { from: '2024-03-04', to: '2024-03-07' };
    const daily = async (metric: string) =>
      (await stage.rows(metricSeries, { ...days, metric })).map(({ value }) => value);
    expect(await daily('conversions')).toEqual([4, 1, 1, 1]);
    expect(await daily('conversion_rate')).toEqual([100, 100, 0, 100]);
    expect(await daily('bounce_rate')).toEqual([0, 0, 0, 100]);
    expect(await stage.rows(pages, march)).toContainEqual(
      expect.objectContaining({ path: '/', sessions: '2', bounces: '1' }),
    );
    const bounces = (await stage.rows(sessionList, march)).map((row) => [row.session_id, row.is_bounce]);
    expect(bounces).toEqual([
      ['d', true],
      ['b', false],
      ['a', false],
    ]);
  });

  it('count up to the end of a range within a quarter of an hour', async () => {
    const until = { from: '2024-03-04', to: '2024-03-04', until: '10:01' };
    expect(await stage.rows(headline, until)).toMatchObject([{ pageviews: '1', conversions: '1' }]);
    expect(await stage.rows(headline, { ...until, until: '10:02' })).toMatchObject([{ conversions: '2' }]);
  });

  it('are told of a visitor', async () => {
    expect(await stage.rows(visitorProfile, { ...march, visitor_id: 'ann' })).toMatchObject([
      { pageviews: '4', conversions: '4' },
    ]);
    expect(await stage.rows(visitorHistory, { visitor_id: 'ann' })).toMatchObject([
      { goal_name: 'Order', session_id: 'a', ts: '2024-03-05T00:10:00.000Z' },
      { goal_name: 'Docs' },
      { goal_name: 'Docs' },
      { goal_name: 'Docs' },
    ]);
    // Cem's session has no traffic, so it is in no other report.
    expect(await stage.rows(visitorHistory, { visitor_id: 'cem' })).toMatchObject([
      { goal_name: 'download', session_id: 'c' },
    ]);
    // A record is one row, whatever it reaches.
    expect(await stage.rows(visitorTimeline, { ...march, visitor_id: 'ann' })).toHaveLength(4);
    const named = (await stage.rows(eventsCatalog, march)).map(({ name, type }) => `${name} ${type}`);
    expect(named).toEqual(['pageview pageview', 'download automatic', 'signup goal']);
  });

  it('break down by the path', async () => {
    expect(await stage.rows(goalMetadata, { goal_name: 'Docs' })).toEqual([
      { property: 'path', value: '/docs/api', visitors: '1', conversions: '2', revenue_sum: 0 },
      { property: 'path', value: '/docs/start', visitors: '1', conversions: '1', revenue_sum: 0 },
    ]);
  });

  it('are steps of funnels, a pageview one alone', async () => {
    const reached = async (steps: string) =>
      (await stage.rows(funnel, { ...march, steps })).map(({ visitors }) => visitors);
    expect(await reached('goal:Docs,goal:Order')).toEqual(['1', '1']);
    expect(await reached('page:/thanks,goal:Order')).toEqual(['1', '0']);
    expect(await reached('page:/,goal:download')).toEqual(['2', '1']);
    expect(await reached('goal:Docs,page:/docs/api,goal:Docs,page:/thanks')).toEqual(['1', '1', '1', '1']);
  });

  it.each([
    ['Order', ['a']],
    ['is_not:Order', ['d', 'b']],
    ['download', ['b']],
    ['signup', ['d']],
    ['signup,Docs', ['d', 'a']],
    ['starts_with:D', ['a']],
    ['nothing', []],
  ])('filter by goal_name=%s selects the sessions that reached it', async (goal_name, sessions) => {
    const listed = await stage.rows(sessionList, { ...march, goal_name });
    expect(listed.map(({ session_id }) => session_id)).toEqual(sessions);
    const [{ sessions: counted } = {}] = await stage.rows(headline, { ...march, goal_name });
    expect(counted).toBe(String(sessions.length));
    const viewed = await stage.rows(pages, { ...march, goal_name });
    expect(viewed.some(({ path }) => path === '/thanks')).toBe(sessions.includes('a'));
  });

  it('filters of other kinds narrow goals', async () => {
    expect(
      conversionsOf(await stage.rows(goalConversions, { ...march, country: 'DE' }), 'goal_name'),
    ).toEqual([
      ['Docs', '3', 100],
      ['Order', '1', 100],
    ]);
    expect(
      conversionsOf(await stage.rows(goalConversions, { ...march, page: '/thanks' }), 'goal_name'),
    ).toEqual([
      ['Docs', '3', 100],
      ['Order', '1', 100],
    ]);
    // Its session is known, though it has no traffic on that day.
    expect(
      conversionsOf(await stage.rows(goalConversions, { ...march, country: 'ZZ' }), 'goal_name'),
    ).toEqual([['download', '1', 0]]);
  });
});

describe('paths of page goals', () => {
  const paths = ['/a', '/a/', '/a/b', '/a/b/c', '/A', '/a.b', '/aXb', '/b*', '/ä/😀', '/x\ny/z'];
  const all = paths.map((path, index) =>
    hit({ visitor_id: 'v', session_id: 's', path }, `2024-03-04T10:0${index}:00Z`),
  );
  const rules = {
    '/a': ['/a'],
    '/a*': ['/a', '/a/', '/a/b', '/a/b/c', '/a.b', '/aXb'],
    '/a/*': ['/a/', '/a/b', '/a/b/c'],
    '/a/**': ['/a/', '/a/b', '/a/b/c'],
    '/a.b': ['/a.b'],
    '/a*b': ['/a/b', '/a.b', '/aXb'],
    '*b': ['/a/b', '/a.b', '/aXb'],
    '*/b*c': ['/a/b/c'],
    '/ä/*': ['/ä/😀'],
    '/*/😀': ['/ä/😀'],
    '/x*/z': ['/x\ny/z'],
    '/(a|b)+': [],
    '*': paths,
  };
  const stage = useStage(all, { goals: Object.keys(rules).map((match) => pageGoal(match, match)) });

  it.each(Object.entries(rules))('%s matches %s', async (match, matched) => {
    const rows = await stage.rows(goalMetadata, { goal_name: match });
    expect(rows.map(({ value }) => value).toSorted()).toEqual(matched.toSorted());
  });
});

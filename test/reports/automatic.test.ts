/** What the script captures by itself is shown as an event, and moves no other number. */
import { describe, expect, it } from 'vitest';
import { buildEvent, type Draft } from '../../src/ingest/build-drafts.ts';
import { eventsCatalog } from '../../src/reports/events-catalog.ts';
import { funnel } from '../../src/reports/funnel.ts';
import { goalConversions } from '../../src/reports/goal-conversions.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { pages } from '../../src/reports/pages.ts';
import { sessionList } from '../../src/reports/session-list.ts';
import { visitorProfile } from '../../src/reports/visitor-profile.ts';
import { arrivals, hit, sender, useStage, website_id } from './stage.ts';

const march = { from: '2024-03-01', to: '2024-03-31' };

function capture(automatic: string, visitor_id: string, session_id: string, ts: string): Draft {
  const body = { website_id, name: 'custom', visitor_id, session_id, ts: Date.parse(ts) } as const;
  const surroundings = { ownDomains: [], findCountry: () => '' };
  return buildEvent(sender, { ...body, properties: { url: '/a' } }, surroundings, { automatic });
}

describe.each(arrivals)('automatic events that arrive %s', (arrival) => {
  const stage = useStage(
    [
      hit({ visitor_id: 'ann', session_id: 'a', ip: 'DE', path: '/' }, '2024-03-04T10:00:00Z'),
      capture('outbound', 'ann', 'a', '2024-03-04T10:02:00Z'),
      hit({ visitor_id: 'bob', session_id: 'b', ip: 'US', path: '/' }, '2024-03-04T23:59:00Z'),
      // The session goes on after midnight by this click alone.
      capture('download', 'bob', 'b', '2024-03-05T00:01:00Z'),
      // Somebody of whom nothing else is known.
      capture('outbound', 'cem', 'c', '2024-03-06T10:00:00Z'),
    ],
    { arrival },
  );

  it('end no bounce and bring no visitor, session or conversion', async () => {
    expect(await stage.rows(headline, march)).toEqual([
      {
        visitors: '2',
        sessions: '2',
        pageviews: '2',
        bounces: '2',
        bounce_rate: 100,
        // They are activities: both sessions lasted two minutes.
        avg_session_seconds: 120,
        conversions: '0',
        conversion_rate: 0,
        revenue: 0,
      },
    ]);
    expect(await stage.rows(pages, march)).toMatchObject([{ path: '/', views: '2', bounces: '2' }]);
    expect(await stage.rows(sessionList, march)).toMatchObject([
      { session_id: 'b', pageviews: '1', events: '0', is_bounce: true },
      { session_id: 'a', pageviews: '1', events: '0', is_bounce: true },
    ]);
    const daily = await stage.rows(metricSeries, {
      from: '2024-03-04',
      to: '2024-03-06',
      metric: 'visitors',
    });
    expect(daily.map(({ value }) => value)).toEqual([2, 0, 0]);
  });

  it('are no goals', async () => {
    expect(await stage.rows(goalConversions, march)).toEqual([]);
    const steps = await stage.rows(funnel, { ...march, steps: 'page:/,goal:outbound' });
    expect(steps.map(({ visitors }) => visitors)).toEqual(['2', '0']);
  });

  it('are listed apart, with filters those of sessions that pass, whenever these were seen', async () => {
    const listed = async (query: Record<string, string>) =>
      (await stage.rows(eventsCatalog, { ...march, ...query })).map(({ name, type, events, visitors }) =>
        [name, type, events, visitors].join(' '),
      );
    expect(await listed({})).toEqual([
      'outbound automatic 2 2',
      'pageview pageview 2 2',
      'download automatic 1 1',
    ]);
    expect(await listed({ country: 'DE' })).toEqual(['outbound automatic 1 1', 'pageview pageview 1 1']);
    expect(await listed({ country: 'US', from: '2024-03-05' })).toEqual(['download automatic 1 1']);
    expect(await listed({ country: 'ZZ' })).toEqual([]);
  });

  it('are something that a visitor did', async () => {
    expect(await stage.rows(visitorProfile, { ...march, visitor_id: 'cem' })).toMatchObject([
      {
        first_seen: '2024-03-06T10:00:00.000Z',
        last_seen: '2024-03-06T10:00:00.000Z',
        sessions: '0',
        pageviews: '0',
        conversions: '0',
      },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addresses, addWebsite, inMarch, rowsOfAll, useRecords } from './records.ts';

const path = '/pixel/metrics/funnel';

describeOneServer('funnel', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    const page = (visitor: string, ts: string, where: string) =>
      send.view(visitor, visitor, ts, { path: where, ip: visitor === 'a' ? addresses.germany : '' });
    // a goes all the way; b as far as a page below /pricing.
    await page('a', '2024-03-04T10:00:00Z', '/');
    await page('a', '2024-03-04T10:01:00Z', '/pricing');
    await send.goal('a', '2024-03-04T10:02:00Z');
    await page('b', '2024-03-04T10:00:00Z', '/');
    await page('b', '2024-03-04T10:05:00Z', '/pricing/yearly');
    // c comes in the wrong order, d too late, e leaves one out.
    await page('c', '2024-03-04T10:00:00Z', '/pricing');
    await page('c', '2024-03-04T10:05:00Z', '/');
    await page('d', '2024-03-04T10:00:00Z', '/');
    await page('d', '2024-03-11T10:00:00.001Z', '/pricing');
    await page('e', '2024-03-04T10:00:00Z', '/');
    await send.custom('e', 'e', '2024-03-04T10:01:00Z', { properties: { goal_name: 'signup' } });
    // f begins twice; the second time is in time.
    await page('f', '2024-03-01T10:00:00Z', '/');
    await page('f', '2024-03-09T10:00:00Z', '/');
    await page('f', '2024-03-10T10:00:00Z', '/pricing');
    // One record, two of one path, and two of one instant in the order in which they came.
    await page('once', '2024-03-04T10:00:00Z', '/x');
    await page('twice', '2024-03-04T10:00:00Z', '/x');
    await page('twice', '2024-03-04T11:00:00Z', '/x');
    await page('both', '2024-03-04T10:00:00Z', '/y');
    await page('both', '2024-03-04T10:00:00Z', '/z');
    await send.goal('both', '2024-03-04T10:00:00Z', { goal_name: 'a,b' });
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.goal('b', '2024-03-05T10:00:00Z');
  });
  const steps = 'page:/,page:/pricing*,goal:signup';
  const visitorsOf = async (query: Record<string, string | number>) =>
    (await tenant().rows(path, { ...inMarch, ...query })).map(({ visitors }) => Number(visitors));

  it('counts the visitors who came so far, one step after another within a week', async () => {
    expect(await tenant().rows(path, { ...inMarch, steps })).toEqual([
      { step: 1, name: 'page:/', visitors: '6', dropped: '0', dropoff_rate: 0, conversion_rate: 100 },
      { step: 2, name: 'page:/pricing*', visitors: '3', dropped: '3', dropoff_rate: 50, conversion_rate: 50 },
      {
        step: 3,
        name: 'goal:signup',
        visitors: '1',
        dropped: '2',
        dropoff_rate: 66.67,
        conversion_rate: 16.67,
      },
    ]);
  });

  it('takes a window of its own, whose end is included', async () => {
    expect(await visitorsOf({ steps, window_hours: 169 })).toEqual([6, 4, 1]);
    // d is one millisecond late after 168 hours, f 24 hours.
    expect(await visitorsOf({ steps, window_hours: 168 })).toEqual([6, 3, 1]);
    expect(await visitorsOf({ steps, window_hours: 24 })).toEqual([6, 3, 1]);
    expect(await visitorsOf({ steps, window_hours: 23 })).toEqual([6, 2, 1]);
    expect(await visitorsOf({ steps: 'page:/x,page:/x', window_hours: 1 })).toEqual([2, 1]);
  });

  it('takes no record for two steps, and goes by the order of equal times', async () => {
    expect(await visitorsOf({ steps: 'page:/x,page:/x,page:/x' })).toEqual([2, 1, 0]);
    expect(await visitorsOf({ steps: 'page:/y*,page:/*,page:*' })).toEqual([1, 1, 0]);
    expect(await visitorsOf({ steps: 'page:/y,page:/z' })).toEqual([1, 1]);
    expect(await visitorsOf({ steps: 'page:/z,page:/y' })).toEqual([1, 0]);
    expect(await visitorsOf({ steps: 'page:/y,goal:a\\,b' })).toEqual([1, 1]);
  });

  it('takes custom events for goals, and no goal for a page', async () => {
    expect(await visitorsOf({ steps: 'page:/,goal:signup' })).toEqual([6, 2]);
    expect(await visitorsOf({ steps: 'goal:/,page:signup' })).toEqual([0, 0]);
    expect(await visitorsOf({ steps: 'goal:signup,page:/' })).toEqual([2, 0]);
  });

  it('follows a visitor over all websites of the workspace', async () => {
    const rows = await rowsOfAll(tenant(), 'funnel', { ...inMarch, steps });
    expect(rows.map(({ visitors }) => visitors)).toEqual(['6', '3', '2']);
  });

  it('has every step where there is nothing, and at most the limit', async () => {
    const nothing = { visitors: '0', dropped: '0', dropoff_rate: 0, conversion_rate: 0 };
    expect(await tenant().rows(path, { from: '2023-01-01', to: '2023-01-02', steps })).toEqual([
      { step: 1, name: 'page:/', ...nothing },
      { step: 2, name: 'page:/pricing*', ...nothing },
      { step: 3, name: 'goal:signup', ...nothing },
    ]);
    expect(await visitorsOf({ steps, limit: 2 })).toEqual([6, 3]);
  });

  it('counts records of the range and of the sessions that pass alone', async () => {
    expect(await visitorsOf({ steps, to: '2024-03-04' })).toEqual([6, 2, 1]);
    expect(await visitorsOf({ steps, country: 'DE' })).toEqual([1, 1, 1]);
    expect(await visitorsOf({ steps, country: 'is_not:DE' })).toEqual([5, 2, 0]);
    expect(await visitorsOf({ steps, page: '/pricing/yearly' })).toEqual([1, 1, 0]);
  });

  it('takes ten steps', async () => {
    const ten = Array(10).fill('page:/x').join(',');
    expect(await visitorsOf({ steps: ten })).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  describe('refuses', () => {
    const refusalOf = async (query: Record<string, string | string[]>) => {
      const { status, body } = await tenant().get(path, { ...inMarch, ...query });
      return [status, body.error.code];
    };

    it('a request without steps', async () => {
      expect(await refusalOf({})).toEqual([400, 'steps_required']);
    });

    it.each([
      '',
      'page:/',
      Array(11).fill('page:/').join(','),
      'page:/,',
      'page:/,goal:',
      'page:/,page:',
      'page:/,event:x',
      'page:/,signup',
      'page:/, goal:x',
      'PAGE:/,goal:x',
      'page:/\\,goal:x',
    ])('steps=%s', async (value) => {
      expect(await refusalOf({ steps: value })).toEqual([400, 'invalid_steps']);
    });

    it('steps given twice', async () => {
      expect(await refusalOf({ steps: ['page:/', 'page:/x'] })).toEqual([400, 'invalid_steps']);
    });

    it.each(['0', '-1', '1.5', '8761', 'week', ''])('window_hours=%s', async (value) => {
      expect(await refusalOf({ steps, window_hours: value })).toEqual([400, 'invalid_window_hours']);
    });
  });
});

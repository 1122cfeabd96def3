import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { march, useRecords } from './records.ts';

const path = '/pixel/analytics/pages';

describeOneServer('GET /pixel/analytics/pages', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 's1', '2024-03-04T10:00:00Z', { path: '/home' });
    await send.view('a', 's1', '2024-03-04T10:01:40Z', { path: '/pricing' });
    await send.view('a', 's1', '2024-03-04T11:00:00Z', { path: '/home' });
    await send.view('b', 's2', '2024-03-04T12:00:00Z', { path: '/home' });
    await send.view('c', 's3', '2024-03-04T13:00:00Z', { path: '/pricing' });
    await send.custom('c', 's3', '2024-03-04T13:00:10Z', { path: '/pricing' });

    await send.view('d', 's4', '2024-03-05T23:59:30Z', { path: '/late' });
    await send.view('d', 's4', '2024-03-06T00:00:30Z', { path: '/next' });

    for (const session of ['t1', 't2', 't3']) await send.view(session, session, '2024-03-08', { path: '/b' });
    await send.view('t1', 't1', '2024-03-08T00:00:10Z', { path: '/a' });
    await send.view('t2', 't2', '2024-03-08T00:00:15.500Z', { path: '/a' });
    await send.view('t4', 't4', '2024-03-08T00:00:00Z', { path: '/a' });

    await send.goal('e', '2024-03-09T10:00:00Z');
    await send.payment('e', '2024-03-09T10:00:00Z', 5);
    await send.custom('e', 's9', '2024-03-09T10:00:00Z', { path: '/custom-only' });
    await send.view('f', 's10', '2024-03-10T10:00:00Z');
    await send.view('f', 's10', '2024-03-10T10:00:00Z', { path: '' });
  });
  const everyPath = useRecords(deployment, async (send) => {
    for (let index = 0; index <= 100; index += 1) {
      await send.view('a', `s${index}`, '2024-03-04T10:00:00Z', { path: `/${index}` });
    }
  });
  const rowsOf = (from_date: string, to_date: string) => tenant().rows(path, { from_date, to_date });

  it('counts views, sessions, bounces and the time until the next pageview', async () => {
    // /home: viewed twice in s1 and once in s2; s2 alone bounced: 1 of 2 sessions. The gaps: 100 s after the first
    // view; the last views of s1 and s2 have none and are left out: 100.
    // /pricing: in s1 3,500 s until /home, counted as 1,800; s3 has no next pageview, and a custom event, so that
    // it is no bounce.
    expect(await rowsOf('2024-03-04', '2024-03-04')).toEqual([
      { path: '/home', views: '3', sessions: '2', bounces: '1', bounce_rate: 50, avg_time_seconds: 100 },
      { path: '/pricing', views: '2', sessions: '2', bounces: '0', bounce_rate: 0, avg_time_seconds: 1800 },
    ]);
  });

  it('knows the next pageview and the bounce also where they lie outside the range', async () => {
    expect(await rowsOf('2024-03-05', '2024-03-05')).toEqual([
      { path: '/late', views: '1', sessions: '1', bounces: '0', bounce_rate: 0, avg_time_seconds: 60 },
    ]);
    expect(await rowsOf('2024-03-06', '2024-03-06')).toEqual([
      { path: '/next', views: '1', sessions: '1', bounces: '0', bounce_rate: 0, avg_time_seconds: 0 },
    ]);
  });

  it('puts equal views in the order of paths, and counts a bounce for the entry page alone', async () => {
    // /b: entered three times; t3 bounced: 1 of 3; the mean of 10 and 15.5 s. /a: later page of t1 and t2; entered
    // by t4, which bounced: 1 of 3.
    const common = { views: '3', sessions: '3', bounces: '1', bounce_rate: 33.33 };
    const expected = [
      { path: '/a', ...common, avg_time_seconds: 0 },
      { path: '/b', ...common, avg_time_seconds: 12.75 },
    ];
    expect(await rowsOf('2024-03-08', '2024-03-08')).toEqual(expected);
    expect(await tenant().rows(path, { ...march, limit: 1 })).toEqual([
      { path: '/a', ...common, avg_time_seconds: 0 },
    ]);
  });

  it('gives 100 rows unless told otherwise', async () => {
    expect(await everyPath().rows(path, march)).toHaveLength(100);
    expect(await everyPath().rows(path, { ...march, limit: 1000 })).toHaveLength(101);
  });

  it('shows no row for goals, payments and custom events', async () => {
    expect(await rowsOf('2024-03-09', '2024-03-09')).toEqual([]);
  });

  it('takes / for a missing or empty path, and a gap of nothing for a gap', async () => {
    expect(await rowsOf('2024-03-10', '2024-03-10')).toEqual([
      { path: '/', views: '2', sessions: '1', bounces: '0', bounce_rate: 0, avg_time_seconds: 0 },
    ]);
  });

  it('answers a report result object in the success envelope', async () => {
    const { status, body, headers } = await tenant().get(path, {
      website_id: tenant().website,
      from_date: '2024-03-05',
      to_date: '2024-03-06',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      data: {
        data: [expect.objectContaining({ path: '/late' }), expect.objectContaining({ path: '/next' })],
        meta: [
          { name: 'path', type: 'String' },
          { name: 'views', type: 'UInt64' },
          { name: 'sessions', type: 'UInt64' },
          { name: 'bounces', type: 'UInt64' },
          { name: 'bounce_rate', type: 'Float64' },
          { name: 'avg_time_seconds', type: 'Float64' },
        ],
        rows: 2,
        // The embedded engine does not say how much it read.
        statistics: { elapsed: expect.any(Number), rows_read: null, bytes_read: null },
        data_status: 'ok',
      },
      meta: { request_id: headers.get('x-request-id') },
    });
  });
});

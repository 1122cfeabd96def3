import { expect, it } from 'vitest';
import { retentionCohorts } from '../../src/reports/retention-cohorts.ts';
import { exitPages } from '../../src/reports/session-ends.ts';
import { hit, useStage } from './stage.ts';

const view = (visitor_id: string, session_id: string, path: string, ts: string) =>
  hit({ visitor_id, session_id, path }, ts);

/** In Auckland, 13 hours ahead, `b` comes first on the 11th and again on the 18th, each a Monday. */
const stage = useStage(
  [
    view('a', 'a1', '/', '2024-03-05T10:00:00Z'),
    view('a', 'a1', '/shop', '2024-03-05T10:01:00Z'),
    view('a', 'a1', '/', '2024-03-05T10:02:00Z'),
    view('a', 'a2', '/shop', '2024-03-06T10:00:00Z'),
    view('b', 'b1', '/', '2024-03-10T12:00:00Z'),
    view('b', 'b1', '/shop', '2024-03-10T12:01:00Z'),
    view('b', 'b1', '/thanks', '2024-03-10T12:02:00Z'),
    view('b', 'b2', '/shop', '2024-03-17T12:00:00Z'),
  ],
  { forDashboard: true },
);
const march = { from: '2024-03-01', to: '2024-03-31' };

it('a page is left by a share of the sessions that viewed it', async () => {
  const rows = await stage.rows(exitPages, march);
  expect(rows.map(({ path, sessions, exit_rate }) => [path, sessions, exit_rate])).toEqual([
    ['/shop', '2', 50],
    ['/', '1', 50],
    ['/thanks', '1', 100],
  ]);
});

it('cohorts are cut in the zone of whoever looks', async () => {
  const cohortsIn = async (zone: Record<string, string>) => {
    const rows = await stage.rows(retentionCohorts, {
      ...march,
      to: '2024-03-24',
      granularity: 'week',
      ...zone,
    });
    return rows.filter(({ retained }) => retained !== '0').map(({ cohort, period }) => [cohort, period]);
  };
  expect(await cohortsIn({})).toEqual([
    ['2024-03-04', 0],
    ['2024-03-04', 1],
  ]);
  expect(await cohortsIn({ tz: 'Pacific/Auckland' })).toEqual([
    ['2024-03-04', 0],
    ['2024-03-11', 0],
    ['2024-03-11', 1],
  ]);
});

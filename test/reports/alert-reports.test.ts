/** The two reports that alerts ask for: numbers worked out by hand, over spans that no calendar has. */
import { describe, expect, it } from 'vitest';
import { buildSpanText, metricSpans } from '../../src/reports/metric-spans.ts';
import { recentTraffic } from '../../src/reports/recent-traffic.ts';
import { hit, useStage, view } from './stage.ts';

const slot = (text: string) => Date.parse(`${text}Z`) / 900_000;
const iso = (text: string) => `${text}:00.000Z`;

describe('a metric over spans', () => {
  const stage = useStage(
    [
      view('ann', 'a', 'DE', '2024-03-04T10:14:59Z'),
      view('ann', 'a', 'DE', '2024-03-04T10:15:00Z'),
      view('bob', 'b', 'FR', '2024-03-04T10:20:00Z'),
      view('ann', 'c', 'DE', '2024-03-11T10:16:00Z'),
      hit(
        { visitor_id: 'ann', session_id: 'c', name: 'custom', properties: { goal_name: 'buy' } },
        '2024-03-11T10:17:00Z',
      ),
      view('bob', 'd', 'FR', '2024-03-11T10:29:59Z'),
      view('cem', 'e', 'FR', '2024-03-11T10:30:00Z'),
    ],
    { forDashboard: true },
  );
  const runs = buildSpanText([
    { start: slot('2024-03-04T10:15'), length: 1, count: 1 },
    { start: slot('2024-03-11T10:00'), length: 1, count: 3 },
  ]);
  const ask = async (query: Record<string, string>) =>
    (await stage.rows(metricSpans, query)).map(({ ts, value }) => [ts, value]);

  it.each([
    ['visitors', [2, 0, 2, 1]],
    ['pageviews', [2, 0, 2, 1]],
    ['sessions', [1, 0, 2, 1]],
    ['conversions', [0, 0, 1, 0]],
    ['bounce_rate', [100, 0, 50, 100]],
    ['revenue', [0, 0, 0, 0]],
  ])('counts %s of each span', async (metric, values) => {
    const starts = ['2024-03-04T10:15', '2024-03-11T10:00', '2024-03-11T10:15', '2024-03-11T10:30'];
    expect(await ask({ metric, spans: runs })).toEqual(starts.map((start, n) => [iso(start), values[n]]));
  });

  it('counts a visitor once in a long span, and only those of the filter', async () => {
    const spans = buildSpanText([{ start: slot('2024-03-04T10:00'), length: 7 * 96 + 2, count: 1 }]);
    expect(await ask({ spans })).toEqual([[iso('2024-03-04T10:00'), 2]]);
    expect(await ask({ spans, country: 'is:DE' })).toEqual([[iso('2024-03-04T10:00'), 1]]);
  });

  it.each(['', 'x', '1:0:1', '1:1:0', '1:1:1001', '-1:1:1', '1:1'])('refuses the spans %j', async (spans) => {
    await expect(ask({ spans })).rejects.toMatchObject({ code: 'invalid_granularity' });
  });
});

describe('recent traffic', () => {
  // Now is 2024-04-01T00:00Z.
  const stage = useStage(
    [
      view('ann', 'a', 'DE', '2024-03-31T23:00:00Z'),
      view('bob', 'b', 'FR', '2024-03-31T23:41:00Z'),
      view('cem', 'c', 'DE', '2024-04-01T00:30:00Z'),
    ],
    { forDashboard: true },
  );

  it.each([
    [19, undefined, '0', null],
    [20, undefined, '1', '2024-03-31T23:41:00.000Z'],
    [20, 'FR', '1', '2024-03-31T23:41:00.000Z'],
    [20, 'DE', '0', null],
    [61, undefined, '2', '2024-03-31T23:41:00.000Z'],
    [61, 'DE', '1', '2024-03-31T23:00:00.000Z'],
    [60, 'DE', '0', null],
  ])('of %d minutes, of %s', async (minutes, country, hits, last_at) => {
    const query = { minutes: String(minutes), ...(country && { country }) };
    expect(await stage.rows(recentTraffic, query)).toEqual([{ hits, last_at }]);
  });
});

/** A series over days of a zone that is UTC in winter: its buckets are days of UTC, the ends of the range are not. */
import { describe, expect, it } from 'vitest';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { arrivals, useStage, view } from './stage.ts';

const tz = 'Europe/London';
const changeover = '2024-03-31';

describe.each(arrivals)('where summer time begins, of records that arrive %s', (arrival) => {
  const stage = useStage(
    [
      view('ann', 'a', 'GB', '2024-03-29T12:00:00Z'),
      view('bob', 'b', 'GB', '2024-03-30T23:30:00Z'),
      view('cem', 'c', 'GB', '2024-03-31T12:00:00Z'),
      // In London it is April already.
      view('dan', 'd', 'GB', '2024-03-31T23:30:00Z'),
    ],
    { arrival },
  );

  it.each([
    ['day', changeover, ['1']],
    ['day', '2024-03-30', ['1', '1']],
    ['week', '2024-03-25', ['3']],
    ['month', '2024-03-01', ['3']],
    ['month', changeover, ['1']],
  ])('by %s from %s', async (granularity, from, values) => {
    for (const metric of ['visitors', 'pageviews', 'sessions']) {
      const query = { metric, granularity, tz, from, to: changeover };
      const rows = await stage.rows(metricSeries, query);
      expect(rows.map(({ value }) => String(value))).toEqual(values);
    }
  });
});

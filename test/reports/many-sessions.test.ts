/** Distinct counts are exact for three hundred thousand sessions, with less memory than they take. */
import { beforeAll, describe, expect, it } from 'vitest';
import { countries } from '../../src/reports/countries.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { entryPages } from '../../src/reports/session-ends.ts';
import { factNames } from '../../src/store/analytics/tables.ts';
import { useStage, website_id, workspaceId } from './stage.ts';

const sessions = 300_000;
/** Three in seven come twice, the second time on the same day and from the same country. */
const visitors = 210_000;
const days = 20;
const march = { from: '2024-03-01', to: '2024-03-31' };

/** Made by the engine itself: to send so many records takes minutes. */
const fill = `
  INSERT INTO hits BY NAME
  SELECT '${workspaceId}' AS workspace_id, '${website_id}' AS website_id, n AS seq,
    TIMESTAMP '2024-03-01' + INTERVAL 1 DAY * (n % ${days}) AS ts, 'v' || (n % ${visitors}) AS visitor_id,
    md5_number_lower(visitor_id) AS visitor_hash, 'pageview' AS type, 's' || n AS session_id,
    md5_number_lower(session_id) AS session_hash, '/' AS path, 0 AS view, 0 AS visible_ms,
    CASE WHEN n % 2 = 0 THEN 'DE' ELSE 'US' END AS country,
    ${factNames.map((fact) => (fact === 'country' ? '' : `'' AS ${fact},`)).join(' ')}
  FROM range(${sessions}) AS made(n)`;

describe('three hundred thousand sessions', () => {
  const stage = useStage([], { forDashboard: true, memoryLimitMb: 192 });

  beforeAll(async () => {
    await stage.engine().ask({ text: fill, parameters: {} }, new AbortController().signal);
    await stage.engine().rebuild();
  });

  it('are counted one by one, and so are their visitors', async () => {
    expect(await stage.rows(headline, march)).toMatchObject([
      { visitors: '210000', sessions: '300000', pageviews: '300000', bounces: '300000' },
    ]);
  });

  it('are counted by a fact, by day, by week and by page', async () => {
    expect(await stage.rows(countries, march)).toMatchObject([
      { country: 'DE', visitors: '105000', sessions: '150000' },
      { country: 'US', visitors: '105000', sessions: '150000' },
    ]);
    const visitorsBy = async (granularity: string, filters = {}) => {
      const query = { ...march, metric: 'visitors', granularity, ...filters };
      return (await stage.rows(metricSeries, query)).map(({ value }) => value);
    };
    // Without a filter they are added up, with one they are counted. Germans come every other day.
    expect(await visitorsBy('day', { country: 'DE' })).toEqual([
      ...Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 10_500 : 0)),
      ...Array.from({ length: 11 }, () => 0),
    ]);
    // From Friday the first to Wednesday the twentieth; whoever comes twice comes on one day.
    expect(await visitorsBy('week')).toEqual([3, 7, 7, 3, 0].map((daysOfWeek) => daysOfWeek * 10_500));
    expect(await stage.rows(entryPages, march)).toMatchObject([
      { path: '/', sessions: '300000', visitors: '210000' },
    ]);
  });
});

/** Distinct counts are exact for a hundred thousand sessions, with less memory than they take. */
import { beforeAll, describe, expect, it } from 'vitest';
import { countries } from '../../src/reports/countries.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { entryPages } from '../../src/reports/session-ends.ts';
import { fill, makeViews } from './many-records.ts';
import { useStage } from './stage.ts';

const sessions = 100_000;
/** Three in seven come twice, the second time on the same day and from the same country. */
const visitors = 70_000;
const days = 20;
const march = { from: '2024-03-01', to: '2024-03-31' };

const views = makeViews(sessions, {
  ts: `TIMESTAMP '2024-03-01' + INTERVAL 1 DAY * (n % ${days})`,
  visitor: `'v' || (n % ${visitors})`,
  session: "'s' || n",
  facts: { country: "CASE WHEN n % 2 = 0 THEN 'DE' ELSE 'US' END" },
});

const long = (letter: string) => `repeat('${letter}', 250) || n`;
/** As many as a step of a rebuild takes of usual ones. */
const longViews = makeViews(40_000, {
  ts: "TIMESTAMP '2024-03-01' + INTERVAL 1 SECOND * n",
  visitor: "'v' || n",
  session: "'s' || n",
  facts: { utm_source: long('s'), utm_campaign: long('c'), utm_term: long('t'), utm_content: long('o') },
});

describe('a hundred thousand sessions', () => {
  const stage = useStage([], { forDashboard: true, memoryLimitMb: 96 });

  beforeAll(() => fill(stage.engine(), [views]));

  it('are counted one by one, and so are their visitors', async () => {
    expect(await stage.rows(headline, march)).toMatchObject([
      { visitors: '70000', sessions: '100000', pageviews: '100000', bounces: '100000' },
    ]);
  });

  it('are counted by a fact, by day, by week and by page', async () => {
    expect(await stage.rows(countries, march)).toMatchObject([
      { country: 'DE', visitors: '35000', sessions: '50000' },
      { country: 'US', visitors: '35000', sessions: '50000' },
    ]);
    const visitorsBy = async (granularity: string, filters = {}) => {
      const query = { ...march, metric: 'visitors', granularity, ...filters };
      return (await stage.rows(metricSeries, query)).map(({ value }) => value);
    };
    // Without a filter they are added up, with one they are counted. Germans come every other day.
    expect(await visitorsBy('day', { country: 'DE' })).toEqual([
      ...Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 3_500 : 0)),
      ...Array.from({ length: 11 }, () => 0),
    ]);
    // From Friday the first to Wednesday the twentieth; whoever comes twice comes on one day.
    expect(await visitorsBy('week')).toEqual([3, 7, 7, 3, 0].map((daysOfWeek) => daysOfWeek * 3_500));
    expect(await stage.rows(entryPages, march)).toMatchObject([
      { path: '/', sessions: '100000', visitors: '70000' },
    ]);
  });
});

describe('sessions with texts so long that they do not fit into memory', () => {
  const stage = useStage([], { memoryLimitMb: 96 });

  beforeAll(() => fill(stage.engine(), [longViews]));

  it('are derived in smaller steps', async () => {
    expect(await stage.rows(headline, march)).toMatchObject([{ visitors: '40000', sessions: '40000' }]);
  });
});

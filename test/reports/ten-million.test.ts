/** Distinct counts are exact, and fit into the memory of a report, for ten million sessions in the range. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { countries } from '../../src/reports/countries.ts';
import { headline } from '../../src/reports/headline.ts';
import { metricSeries } from '../../src/reports/metric-series.ts';
import { entryPages } from '../../src/reports/session-ends.ts';
import { bind, sql, whole } from '../../src/store/analytics/sql.ts';
import { useStage, website_id, workspaceId } from './stage.ts';

const sessions = 10_000_000;
/** Sessions a statement: a million would not fit beside the rest. */
const chunk = 500_000;
/** Three in seven come twice, the second time on the same day and from the same country. */
const visitors = 7_000_000;
const days = 20;
const march = { from: '2024-03-01', to: '2024-03-31' };

describe('ten million sessions', () => {
  const { engineMemoryMb, reportMemoryMb, reportsAtOnce } = parseConfig({});
  const bounds = { engineMemoryMb, reportMemoryMb, reportsAtOnce, reportTimeoutSeconds: 60 };
  const stage = useStage([], { forDashboard: true, bounds });
  const place = sql`${bind.string(workspaceId)}, ${bind.string(website_id)}`;

  beforeAll(async () => {
    // The engine would put them in order once more while they are counted.
    await stage.fill(sql`SYSTEM STOP MERGES settled_sessions`);
    for (let first = 0; first < sessions; first += chunk) {
      await stage.fill(sql`
        INSERT INTO settled_sessions (workspace_id, website_id, day, build, bucket, visitor_hash, began_at, duration_ms,
          pageviews, customs, paths, path_views, path_spent_ms, path_timed, exit_place, country)
        SELECT ${place}, toDate('2024-03-01') + number % ${whole(days)} AS day, 1,
          bitShiftRight(sipHash64(number % ${whole(visitors)}) AS visitor, 60), visitor, day, 1000, 1, 0,
          ['/'], [1], [1000], [1], 1, if(number % 2 = 0, 'DE', 'US')
        FROM numbers(${whole(first)}, ${whole(chunk)})`);
    }
    const everyDay = sql`SELECT ${place}, 'traffic', toDate('2024-03-01') + number, 1`;
    await stage.fill(sql`
      INSERT INTO revisions (workspace_id, website_id, part, day, changes) ${everyDay} FROM numbers(${whole(days)})`);
    await stage.fill(sql`
      INSERT INTO settlements (workspace_id, website_id, part, day, revision, build) ${everyDay}, 1
      FROM numbers(${whole(days)})`);
  });

  it('are counted one by one, and so are their visitors', async () => {
    expect(await stage.rows(headline, march)).toMatchObject([
      { visitors: '7000000', sessions: '10000000', pageviews: '10000000', bounces: '10000000' },
    ]);
  });

  it('are counted by a fact, by day, by week and by page', async () => {
    expect(await stage.rows(countries, march)).toMatchObject([
      { country: 'DE', visitors: '3500000', sessions: '5000000' },
      { country: 'US', visitors: '3500000', sessions: '5000000' },
    ]);
    const visitorsBy = async (granularity: string, filters = {}) => {
      const query = { ...march, metric: 'visitors', granularity, ...filters };
      return (await stage.rows(metricSeries, query)).map(({ value }) => value);
    };
    // Without a filter they are read and not counted. Germans come every other day.
    expect(await visitorsBy('day', { country: 'DE' })).toEqual([
      ...Array.from({ length: days }, (_, day) => (day % 2 === 0 ? 350_000 : 0)),
      ...Array.from({ length: 11 }, () => 0),
    ]);
    // From Friday the first to Wednesday the twentieth; whoever comes twice comes on one day.
    expect(await visitorsBy('week')).toEqual([3, 7, 7, 3, 0].map((daysOfWeek) => daysOfWeek * 350_000));
    expect(await stage.rows(entryPages, march)).toMatchObject([
      { path: '/', sessions: '10000000', visitors: '7000000' },
    ]);
  });
});

/** A day that is not settled has more sessions than the quick way to credit goals can hold in memory. */
import { beforeAll, describe, expect, it } from 'vitest';
import { countries } from '../../src/reports/countries.ts';
import { bind, sql, whole } from '../../src/store/analytics/sql.ts';
import { hit, useStage, website_id, workspaceId } from './stage.ts';

const visitors = 300_000;
const buyers = 50;
const march = { from: '2024-03-01', to: '2024-03-31' };

describe('a crowded day', () => {
  const stage = useStage([hit({ visitor_id: 'early', session_id: 'early' }, '2024-03-20T10:00:00Z')], {
    forDashboard: true,
    bounds: { engineMemoryMb: 1024, reportTimeoutSeconds: 120, reportMemoryMb: 130, reportsAtOnce: 1 },
  });
  const place = (hour: string) =>
    sql`${bind.string(workspaceId)}, ${bind.string(website_id)}, toDateTime64(${bind.string(`2024-03-31 ${hour}:00:00`)}, 3, 'UTC')`;
  const visitor = sql`number AS seq, concat('v', toString(number))`;

  beforeAll(async () => {
    await stage.settle();
    await stage.fill(sql`
      INSERT INTO hits (workspace_id, website_id, ts, seq, visitor_id, type, session_id, path, country)
      SELECT ${place('10')}, ${visitor}, 'pageview', concat('s', toString(number)), '/', 'DE'
      FROM numbers(${whole(visitors)})`);
    await stage.fill(sql`
      INSERT INTO conversions (workspace_id, website_id, ts, seq, visitor_id, session_id, name, details)
      SELECT ${place('11')}, ${visitor}, '', 'signup', '{}' FROM numbers(${whole(buyers)})`);
  });

  it('is added up all the same, with its goals where their sessions came from', async () => {
    expect(await stage.rows(countries, march)).toMatchObject([
      { country: 'DE', visitors: `${visitors}`, conversions: `${buyers}` },
      { country: 'ZZ', visitors: '1', conversions: '0' },
    ]);
  });
});

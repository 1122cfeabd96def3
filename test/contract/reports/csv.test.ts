import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { catalogue } from '../../../src/reports/catalogue.ts';
import { buildRowSchema } from '../../../src/reports/columns.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { useRecords } from './records.ts';

const inputs = { steps: 'page:/,goal:signup', visitor_id: 'a' };
const march = { from_date: '2024-03-01', to_date: '2024-03-31', from: '2024-03-01', to: '2024-03-31' };

/** Every report under every address that it has. */
const surfaces = catalogue.flatMap(({ name, path, columns }) => [
  ...(name === null ? [] : [{ path: `/pixel/metrics/${name}`, columns }]),
  ...(path === null
    ? []
    : [{ path: path.replace(':visitor_id', 'a').replace(':goal_name', 'signup'), columns }]),
]);

describeOneServer('format=csv', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.view('a', 's', '2024-03-04T10:00:00Z', { path: '/', utm_campaign: '=1+1' });
    await send.view('b', 't', '2024-03-04T10:00:00Z', { path: '/a,"b"\nc', utm_campaign: '\n ＝x' });
    await send.goal('a', '2024-03-04T10:01:00Z', { properties: { plan: 'pro' } });
    await send.payment('a', '2024-03-04T10:02:00Z', 5);
    await send.payment('a', '2024-03-04T10:03:00Z', -2.5);
  });
  const ask = (path: string, query: Record<string, string | string[]> = {}) =>
    tenant().get(path, { website_id: tenant().website, ...march, ...inputs, ...query });

  describe.each(surfaces)('$path', ({ path, columns }) => {
    it('has the declared columns that are present, and a line for each row', async () => {
      const { body: json } = await ask(path);
      // Each row is as declared, and has nothing beside.
      expect(z.array(buildRowSchema(columns)).parse(json.data.data)).toEqual(json.data.data);
      const { status, headers, body } = await ask(path, { format: 'csv' });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z_]+\.csv"$/);
      const present = json.data.meta.map(({ name }: { name: string }) => name);
      const expected = columns.map(({ name }) => name).filter((name) => present.includes(name));
      expect([...expected].sort()).toEqual([...present].sort());
      const [header, ...lines] = parseCsv(body);
      expect(header).toEqual(expected);
      const asked = json.data.data.map((row: Record<string, unknown>) =>
        expected.map((name) => shownAs(row[name])),
      );
      expect(lines.map(withoutMoment)).toEqual(asked.map(withoutMoment));
    });
  });

  it.each([
    ['/pixel/metrics/top_pages', 'top_pages'],
    ['/pixel/metrics/top-pages', 'top_pages'],
    ['/pixel/analytics/pages', 'top_pages'],
    ['/pixel/analytics/operating-systems', 'operating_systems'],
    ['/pixel/analytics/timeseries/breakdown', 'timeseries_breakdown'],
    ['/pixel/goals/signup/metadata', 'goals_metadata'],
    ['/pixel/visitors/a', 'visitors'],
  ])('%s is saved as %s.csv', async (path, name) => {
    const { headers } = await ask(path, { format: 'csv' });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}.csv"`);
  });

  it('quotes what must be quoted, and guards against formulas', async () => {
    const pages = await ask('/pixel/analytics/pages', { format: 'csv' });
    expect(pages.body).toBe(
      'path,views,sessions,bounces,bounce_rate,avg_time_seconds\r\n' +
        '/,1,1,1,100,0\r\n"/a,""b""\nc",1,1,1,100,0\r\n',
    );
    const campaigns = await ask('/pixel/analytics/campaigns', { format: 'csv' });
    const names = parseCsv(campaigns.body).map(([name]) => name);
    expect(names).toEqual(['utm_campaign', "'\n ＝x", "'=1+1"]);
    // Numbers are no formulas.
    const timeline = parseCsv((await ask('/pixel/metrics/visitor_timeline', { format: 'csv' })).body);
    expect(timeline[1]).toEqual(['2024-03-04T10:03:00.000Z', 'payment', '', '', '{}', '-2.5', 'USD', 's']);
  });

  it('is JSON unless asked for', async () => {
    const { headers, body } = await ask('/pixel/analytics/pages', { format: 'json' });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.has('content-disposition')).toBe(false);
    expect(body.data.data).toEqual((await ask('/pixel/analytics/pages')).body.data.data);
  });

  it('is refused in any other spelling, by every report', async () => {
    const wrong = (path: string, format: string | string[]) => ask(path, { format });
    const answers = await Promise.all([
      ...surfaces.map(({ path }) => wrong(path, 'xml')),
      ...['', 'CSV', ['csv', 'csv']].map((format) => wrong('/pixel/analytics/pages', format)),
    ]);
    for (const { status, body } of answers) {
      expect([status, body.error.code]).toEqual([400, 'invalid_format']);
    }
  });

  it('leaves errors as they are', async () => {
    const cases: [string, Record<string, string>, number, string][] = [
      ['/pixel/analytics/pages', { limit: '0' }, 400, 'invalid_limit'],
      ['/pixel/analytics/pages', { website_id: 'ff_unknown' }, 403, 'forbidden'],
      ['/pixel/metrics/nothing', {}, 400, 'invalid_pipe'],
      ['/pixel/analytics/regions', {}, 503, 'upstream_unavailable'],
    ];
    for (const [path, query, status, code] of cases) {
      const answer = await ask(path, { format: 'csv', ...query });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.has('content-disposition')).toBe(false);
      expect(answer).toMatchObject({ status, body: { status: 'error', error: { code } } });
    }
    // The format is one of the other parameters: it is looked at behind the dates.
    const late = await ask('/pixel/analytics/pages', { format: 'xml', from_date: 'x' });
    expect(late.body.error.code).toBe('invalid_from_date');
  });
});

/** How long records wait is another number in the next moment: only its name is compared. */
function withoutMoment(cells: string[]): string[] {
  return cells[0] === 'queue_delay' ? cells.slice(0, 1) : cells;
}

function shownAs(value: unknown): string {
  if (value === null) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^(\n ＝|[=+\-@\t\r])/.test(value) ? `'${value}` : value;
}

/** A reader of its own, so that the writer is not held against itself. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new Error(`No CSV: ${JSON.stringify(text)}`);
    const [, quoted, bare = '', end] = match;
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

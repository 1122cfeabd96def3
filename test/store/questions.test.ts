import { afterAll, beforeAll, expect, it } from 'vitest';
import { bind, sql } from '../../src/store/analytics/sql.ts';
import { hostileTexts } from '../contract/hostile-values.ts';
import { type OpenLayout, openLayout } from './layouts.ts';

/** Questions come to the engine with the values that were bound to them. */

let layout: OpenLayout;
beforeAll(async () => {
  layout = await openLayout('one server');
});
afterAll(() => layout.close());

it('reach the engine with texts as they are, alone and in lists', async () => {
  const texts = [...hostileTexts, '', "'", '\\', "\\'", '\t\r\n', '\\N', "['a']", '--\r\n--'];
  for (const text of texts.map((each) => each.toWellFormed())) {
    const question = sql`
      SELECT ${bind.string(text)} AS alone, ${bind.strings([text, 'x', text])} AS listed,
        length(${bind.string(text)}) AS bytes`;
    const { data } = await layout.analytics.query(question);
    expect(data).toEqual([
      { alone: text, listed: [text, 'x', text], bytes: String(Buffer.byteLength(text)) },
    ]);
  }
});

it('reach it with numbers, instants and days of websites', async () => {
  const instant = Date.UTC(2024, 1, 29, 23, 59, 59, 7);
  const { data } = await layout.analytics.query(sql`
    SELECT ${bind.integer(-7)} AS number, ${bind.integers([1, -2, 2 ** 40])} AS numbers,
      ${bind.instant(instant)} AS instant, ${bind.instant(-1)} AS early, ${bind.day(instant)} AS day,
      ${bind.dates(['2024-02-29', '2024-03-01'])} AS days,
      ${bind.websiteDays([["w'", 'ff_\\', '2024-02-29']])} AS website_days`);
  expect(data).toEqual([
    {
      number: '-7',
      numbers: ['1', '-2', String(2 ** 40)],
      instant: '2024-02-29T23:59:59.007Z',
      early: '1969-12-31T23:59:59.999Z',
      day: '2024-02-29',
      days: ['2024-02-29', '2024-03-01'],
      website_days: [["w'", 'ff_\\', '2024-02-29']],
    },
  ]);
});

it('are answered from what an earlier one has unpacked', async () => {
  const place = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000' };
  await layout.analytics.insert(
    'crawls',
    [{ ...place, seq: 1, operator: 'a', purpose: '', path: '/' }],
    'one',
  );
  const countHits = async () => {
    const { data } = await layout.analytics.query(
      sql`SELECT sum(value) AS hits FROM system.events WHERE event = 'UncompressedCacheHits'`,
    );
    return Number(data[0]?.hits);
  };
  const ask = () => layout.analytics.query(sql`SELECT max(path) AS last FROM crawls`);
  await ask();
  const before = await countHits();
  expect((await ask()).data).toEqual([{ last: '/' }]);
  expect(await countHits()).toBeGreaterThan(before);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { bind, sql } from '../../src/store/analytics/sql.ts';
import { hostileTexts } from '../contract/hostile-values.ts';
import { insertRows, type OpenLayout, openLayout, readRows } from './layouts.ts';

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
      SELECT ${bind.text(text)} AS alone, ${bind.texts([text, 'x', text])} AS listed,
        length(${bind.text(text)}) AS bytes`;
    const data = await readRows(layout.engine, question);
    expect(data).toEqual([
      { alone: text, listed: [text, 'x', text], bytes: String(Buffer.byteLength(text)) },
    ]);
  }
});

it('reach it with numbers and instants', async () => {
  const instant = Date.UTC(2024, 1, 29, 23, 59, 59, 7);
  const data = await readRows(
    layout.engine,
    sql`
    SELECT ${bind.integer(-7)} AS number, ${bind.integers([1, -2, 2 ** 40])} AS numbers,
      ${bind.instant(instant)} AS instant, ${bind.instant(-1)} AS before_all, ${bind.instant(7)} AS early,
      ${bind.instant(Date.UTC(9999, 11, 31))} AS late`,
  );
  expect(data).toEqual([
    {
      number: '-7',
      numbers: ['1', '-2', String(2 ** 40)],
      instant: '2024-02-29T23:59:59.007Z',
      before_all: '1970-01-01T00:00:00.000Z',
      early: '1970-01-01T00:00:00.007Z',
      late: '2286-11-20T17:46:39.999Z',
    },
  ]);
});

it('are answered from what an earlier one has unpacked', async () => {
  const place = { workspace_id: 'w', website_id: 'ff_test', ts: '2024-03-01 12:00:00.000' };
  const crawl = { ...place, seq: 1, operator: 'a', purpose: '', path: '/' };
  await insertRows(layout.engine, 'crawls', [crawl], 'one');
  const countHits = async () => {
    const [row] = await readRows(
      layout.engine,
      sql`SELECT sum(value) AS hits FROM system.events WHERE event = 'UncompressedCacheHits'`,
    );
    return Number(row?.hits);
  };
  const ask = () => readRows(layout.engine, sql`SELECT max(path) AS last FROM crawls`);
  await ask();
  const before = await countHits();
  expect(await ask()).toEqual([{ last: '/' }]);
  expect(await countHits()).toBeGreaterThan(before);
});

import { expect, test } from 'vitest';
import { packed, unpacked } from './dialect.ts';
import {
  andMentioned,
  bind,
  type Dialect,
  identifier,
  mentioned,
  renderSql,
  renderSteps,
  renderWithAllColumns,
  sql,
} from './sql.ts';

const dialect: Dialect = { name: 'duckdb', writeParameter: (name) => `$${name}` };

test('columns that are mentioned are those that the rest of the statement names, in their order', () => {
  const rows = sql`(SELECT ${mentioned(['site', 'slot', 'country', 'browser'])} FROM visits WHERE site = 1)`;
  expect(renderSql(sql`SELECT country, count(*) FROM ${rows} GROUP BY country`, dialect).text).toBe(
    'SELECT country, count(*) FROM (SELECT site, country FROM visits WHERE site = 1) GROUP BY country',
  );
});

test('a longer name does not mention a shorter one, and neither does a value', () => {
  const { text } = renderSql(
    sql`SELECT previous_country FROM (SELECT ${mentioned(['slot', 'country'])} FROM visits WHERE slot > ${bind.text('country')})`,
    dialect,
  );
  expect(text).toBe('SELECT previous_country FROM (SELECT slot FROM visits WHERE slot > $p0)');
});

test('a column that is made of others mentions these', () => {
  const made = mentioned(['rank', 'channel', 'country'], (name) =>
    name === 'rank'
      ? sql`if(touch.channel = ${bind.text('country')}, 0, 1) AS rank`
      : sql`${identifier(name)}`,
  );
  const { text } = renderSql(
    sql`SELECT rank FROM (SELECT ${made} FROM (SELECT ${mentioned(['channel', 'country'])} FROM visits) AS touch)`,
    dialect,
  );
  expect(text).toBe(
    'SELECT rank FROM (SELECT if(touch.channel = $p0, 0, 1) AS rank, channel FROM (SELECT channel FROM visits) AS touch)',
  );
});

const withFacts = sql`(SELECT site${andMentioned(['country', 'browser'])}, slot FROM visits)`;

test('columns after others may be none', () => {
  const write = (columns: ReturnType<typeof sql>) =>
    renderSql(sql`SELECT ${columns} FROM ${withFacts}`, dialect).text;
  expect(write(sql`site`)).toBe('SELECT site FROM (SELECT site, slot FROM visits)');
  expect(write(sql`browser, country`)).toBe(
    'SELECT browser, country FROM (SELECT site, country, browser, slot FROM visits)',
  );
});

test('rows that are stored have every column', () => {
  expect(renderWithAllColumns(sql`INSERT INTO kept SELECT * FROM ${withFacts}`, dialect).text).toBe(
    'INSERT INTO kept SELECT * FROM (SELECT site, country, browser, slot FROM visits)',
  );
});

test('a step has the columns that others mention', () => {
  const steps = renderSteps([withFacts, sql`SELECT country FROM first`], dialect, () => undefined);
  expect(steps.map(({ text }) => text)).toEqual([
    '(SELECT site, country, slot FROM visits)',
    'SELECT country FROM first',
  ]);
});

test('what is packed and unpacked is what is mentioned, in the same places', () => {
  const columns = { began_at: 'ts', country: 'country', browser: 'browser' };
  const question = sql`
    SELECT began_at, browser FROM (
      SELECT ${unpacked(sql`record`, columns)} FROM (SELECT any_value(${packed(columns)}) AS record FROM hits))`;
  const write = (name: Dialect['name']) =>
    renderSql(question, { ...dialect, name }).text.replace(/\s+/g, ' ');
  expect(write('duckdb')).toContain(
    'SELECT record.began_at AS began_at, record.browser AS browser FROM (SELECT any_value(struct_pack(began_at := ts, browser := browser))',
  );
  expect(write('clickhouse')).toContain(
    'SELECT tupleElement(record, 1) AS began_at, tupleElement(record, 2) AS browser FROM (SELECT any_value(tuple(ts, browser))',
  );
});

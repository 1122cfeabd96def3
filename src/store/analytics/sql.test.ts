import { expect, test } from 'vitest';
import { bind, type Dialect, identifier, mentioned, renderSql, sql } from './sql.ts';

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

import { expect, it } from 'vitest';
import { findRepeated } from './find-repeated.ts';
import { DerivedOnce, Either, sql } from './sql.ts';

const inner = new DerivedOnce(sql`SELECT a FROM inner`);
const outer = new DerivedOnce(sql`SELECT a FROM ${inner}`);

it('is what a statement names in several places, each after what it reads', () => {
  expect(findRepeated(sql`SELECT 1 FROM ${outer} AS x, ${outer} AS y, ${inner} AS z`, 'duckdb')).toEqual([
    inner,
    outer,
  ]);
});

it('is there once where only what it lies in is named twice', () => {
  expect(findRepeated(sql`SELECT 1 FROM ${outer} AS x, ${outer} AS y`, 'duckdb')).toEqual([outer]);
});

it('is told apart by what each engine reads', () => {
  const once = new Either({ duckdb: sql`${inner}`, clickhouse: sql`others` });
  const statement = sql`SELECT 1 FROM ${once} AS x, ${inner} AS y`;
  expect(findRepeated(statement, 'duckdb')).toEqual([inner]);
  expect(findRepeated(statement, 'clickhouse')).toEqual([]);
});

import { expect, it } from 'vitest';
import { bind, DerivedOnce, sql } from '../sql.ts';
import { renderQuestion } from './render-question.ts';

const some = new DerivedOnce(sql`SELECT a FROM t WHERE b = ${bind.text('x')}`);

it('writes what a question names once where it stands', () => {
  expect(renderQuestion(sql`SELECT a FROM ${some} AS some`).text).toBe(
    "SELECT a FROM (SELECT a FROM t WHERE b = getvariable('parameters').p0) AS some",
  );
});

const written = "WITH derived_0 AS MATERIALIZED (SELECT a FROM t WHERE b = getvariable('parameters').p0)";
const twice = sql`SELECT a FROM ${some} AS x, ${some} AS y WHERE c = ${bind.text('x')}`;
const asNamed = "SELECT a FROM derived_0 AS x, derived_0 AS y WHERE c = getvariable('parameters').p0";

it('writes what it names twice before it', () => {
  expect(renderQuestion(twice)).toEqual({
    text: `${written} ${asNamed}`,
    parameters: { p0: bind.text('x') },
  });
});

it.each([
  ['', sql`WITH own AS (SELECT 1) ${twice}`],
  [' of a question within', sql`${sql`WITH own AS (SELECT 1) ${twice}`}`],
])('writes it before the definitions%s', (_, question) => {
  expect(renderQuestion(question).text).toBe(`${written}, own AS (SELECT 1) ${asNamed}`);
});

it('lets a question be explained with what stands before it', () => {
  const explained = sql`EXPLAIN (ANALYZE, FORMAT JSON) ${twice}`;
  expect(renderQuestion(explained).text).toBe(`EXPLAIN (ANALYZE, FORMAT JSON) ${written} ${asNamed}`);
});

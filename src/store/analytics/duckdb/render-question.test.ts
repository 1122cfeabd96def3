import { expect, it } from 'vitest';
import { bind, DerivedOnce, sql } from '../sql.ts';
import { renderQuestion } from './render-question.ts';

const some = new DerivedOnce(sql`SELECT a FROM t WHERE b = ${bind.text('x')}`);

it('writes what a question names once where it stands', () => {
  expect(renderQuestion(sql`SELECT a FROM ${some} AS some`).text).toBe(
    "SELECT a FROM (SELECT a FROM t WHERE b = getvariable('parameters').p0) AS some",
  );
});

it('writes what it names twice before it, beside definitions of its own', () => {
  const question = sql`WITH own AS (SELECT 1) SELECT a FROM ${some} AS x, ${some} AS y, own WHERE c = ${bind.text('x')}`;
  expect(renderQuestion(question)).toEqual({
    text: "WITH derived_0 AS MATERIALIZED (SELECT a FROM t WHERE b = getvariable('parameters').p0) (WITH own AS (SELECT 1) SELECT a FROM derived_0 AS x, derived_0 AS y, own WHERE c = getvariable('parameters').p0)",
    parameters: { p0: bind.text('x') },
  });
});

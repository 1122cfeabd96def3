import { expect, it } from 'vitest';
import { nameSubqueries } from './name-subqueries.ts';

const columns = Array.from({ length: 40 }, (_, n) => `column_${n}`).join(', ');
const inner = `(SELECT ${columns} FROM hits WHERE name = ')''(')`;
const outer = `(SELECT ${columns} FROM ${inner} AS hit WHERE ts > 1)`;

it('writes a subquery once that a statement has several times', () => {
  expect(nameSubqueries(`SELECT 1 FROM ${inner} AS a WHERE x IN ${inner}`)).toBe(
    `WITH named_0 AS ${inner} SELECT 1 FROM named_0 AS a WHERE x IN (SELECT * FROM named_0)`,
  );
});

it('names what is inside of it first', () => {
  const statement = `SELECT 1 FROM ${outer} AS a, ${outer} AS b, ${inner} AS c`;
  const [, ofOuter] = [inner, outer.replace(inner, 'named_0')];
  expect(nameSubqueries(statement)).toBe(
    `WITH named_0 AS ${inner}, named_1 AS ${ofOuter} SELECT 1 FROM named_1 AS a, ` +
      '(SELECT * FROM named_1) AS b, (SELECT * FROM named_0) AS c',
  );
});

it.each([
  ['has each of its subqueries once', `SELECT 1 FROM ${outer} AS a`],
  ['repeats only short ones', 'SELECT 1 FROM (SELECT 1) AS a, (SELECT 1) AS b'],
  ['has names of its own', `WITH of AS (SELECT 1) SELECT 1 FROM ${inner} AS a, ${inner} AS b`],
])('leaves a statement as it is that %s', (_, statement) => {
  expect(nameSubqueries(statement)).toBe(statement);
});

it('names in a long statement with names of its own what does not use them', () => {
  const [own, theirs] = [inner.replace('FROM', 'FROM mine,'), inner];
  const statement = (filling: string) =>
    `WITH mine AS (SELECT 1) SELECT ${filling} FROM ${own} AS a, ${own} AS b, ${theirs} AS c, ${theirs} AS d`;
  expect(nameSubqueries(statement('1'))).toBe(statement('1'));
  const filling = '1'.repeat(100_000);
  expect(nameSubqueries(statement(filling))).toBe(
    `WITH named_0 AS ${theirs}, mine AS (SELECT 1) SELECT ${filling} FROM ${own} AS a, ${own} AS b, (SELECT * FROM named_0) AS c, (SELECT * FROM named_0) AS d`,
  );
});

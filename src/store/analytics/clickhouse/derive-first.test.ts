import { expect, it } from 'vitest';
import { bind, DerivedOnce, sql } from '../sql.ts';
import { deriveFirst } from './derive-first.ts';

const inner = new DerivedOnce(sql`SELECT a FROM inner WHERE b = ${bind.text('of inner')}`);
const outer = new DerivedOnce(sql`SELECT a FROM ${inner} WHERE c = ${bind.text('of outer')}`);

const show = (question: Parameters<typeof deriveFirst>[0]) => {
  const { tables, statement } = deriveFirst(question);
  const of = ({ text, parameters }: typeof statement) => [
    text,
    Object.values(parameters).map(({ value }) => value),
  ];
  return { tables: tables.map(({ name, rows }) => [name, ...of(rows)]), statement: of(statement) };
};

it('leaves in its place what a statement names once', () => {
  expect(show(sql`SELECT 1 FROM ${outer} AS x`)).toEqual({
    tables: [],
    statement: [
      'SELECT 1 FROM (SELECT a FROM (SELECT a FROM inner WHERE b = {p0:String}) WHERE c = {p1:String}) AS x',
      ['of inner', 'of outer'],
    ],
  });
});

it('makes a table of what it names twice, with the parameters that this needs', () => {
  expect(show(sql`SELECT 1 FROM ${outer} AS x, ${outer} AS y WHERE d = ${bind.text('of all')}`)).toEqual({
    tables: [
      [
        'derived_0',
        'SELECT a FROM (SELECT a FROM inner WHERE b = {p0:String}) WHERE c = {p1:String}',
        ['of inner', 'of outer'],
      ],
    ],
    statement: ['SELECT 1 FROM derived_0 AS x, derived_0 AS y WHERE d = {p0:String}', ['of all']],
  });
});

it('makes tables of what others read before those', () => {
  const { tables, statement } = show(sql`SELECT 1 FROM ${outer} AS x, ${outer} AS y, ${inner} AS z`);
  expect(tables).toEqual([
    ['derived_0', 'SELECT a FROM inner WHERE b = {p0:String}', ['of inner']],
    ['derived_1', 'SELECT a FROM derived_0 WHERE c = {p0:String}', ['of outer']],
  ]);
  expect(statement).toEqual(['SELECT 1 FROM derived_1 AS x, derived_1 AS y, derived_0 AS z', []]);
});

import { describe, expect, it } from 'vitest';
import { JsonText } from '../contract/json-text.ts';
import { buildMeta, type Column, type ColumnKind, presentColumns, showRow } from './columns.ts';

const column = (kind: ColumnKind, more: Partial<Column> = {}): Column => ({
  name: 'shown',
  kind,
  description: '',
  ...more,
});
const show = (kind: ColumnKind, value: unknown) => showRow([column(kind)], { shown: value }).shown;
const instant = '2026-03-01T00:15:00.250Z';

describe('showRow', () => {
  it.each<[ColumnKind, unknown, unknown]>([
    ['text', 'DE', 'DE'],
    ['count', 18446744073709551615n, '18446744073709551615'],
    ['count', 12, '12'],
    ['count', '12', '12'],
    ['percent', 125 / 3, 41.67],
    ['percent', 100 / 800, 0.13],
    ['percent', Number.NaN, 0],
    ['percent', null, 0],
    ['seconds', Number.POSITIVE_INFINITY, 0],
    ['seconds', -0.125, -0.12],
    ['money', '-12.345678', -12.345678],
    ['number', 7n, 7],
    ['instant', Date.parse(instant), instant],
    ['instant', BigInt(Date.parse(instant)), instant],
    ['instant', new Date(instant), instant],
    ['instant', instant, instant],
    ['flag', true, true],
    ['flag', 1, true],
    ['flag', 0n, false],
    ['flag', false, false],
    ['texts', ['a', 'b'], ['a', 'b']],
    ['series', [1n, '2', 3.5], [1, 2, 3.5]],
    ['json', '{"plan":"pro"}', new JsonText('{"plan":"pro"}')],
  ])('shows a %s that comes as %o', (kind, value, expected) => {
    expect(show(kind, value)).toEqual(expected);
  });

  it('leaves out what no column declares, and keeps the order of the columns', () => {
    const columns = [column('text', { name: 'b' }), column('count', { name: 'a' })];
    expect(JSON.stringify(showRow(columns, { a: 1, b: 'x', c: 2 }))).toBe('{"b":"x","a":"1"}');
  });

  it('has null only where the column may', () => {
    expect(showRow([column('instant', { nullable: true })], { shown: null })).toEqual({ shown: null });
    expect(() => show('count', null)).toThrow('no value for shown');
  });
});

describe('presentColumns', () => {
  it('has those of the mode that was asked for', () => {
    const columns = [
      column('text', { name: 'channel', onlyWith: { parameter: 'mode', value: 'channel' } }),
      column('text', { name: 'keyword', onlyWith: { parameter: 'mode', value: 'keyword' } }),
      column('count', { name: 'visitors' }),
    ];
    expect(buildMeta(presentColumns(columns, { mode: 'keyword' }))).toEqual([
      { name: 'keyword', type: 'String' },
      { name: 'visitors', type: 'UInt64' },
    ]);
  });
});

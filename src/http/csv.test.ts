import { describe, expect, it } from 'vitest';
import { buildCsv } from './csv.ts';

const cellOf = (value: unknown) => buildCsv(['c'], [{ c: value }]).slice('c\r\n'.length, -'\r\n'.length);

describe('buildCsv', () => {
  it('has a line for the names and one for each row, all ended by CRLF', () => {
    expect(buildCsv(['a', 'b'], [{ b: 2, a: 1, c: 3 }, { a: 'x' }])).toBe('a,b\r\n1,2\r\nx,\r\n');
    expect(buildCsv(['a', 'b'], [])).toBe('a,b\r\n');
  });

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' kept ', ' kept '],
    ['', ''],
    ['日本 💶', '日本 💶'],
  ])('writes the text %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("https://example.org","x")', '"\'=HYPERLINK(""https://example.org"",""x"")"'],
    ['+49', "'+49"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    [' =1+1', "' =1+1"],
    ['  \u00a0\u3000@SUM(A1)', "'  \u00a0\u3000@SUM(A1)"],
    ['\n=1', '"\'\n=1"'],
    ['\ntext', '"\'\ntext"'],
    ['\u200b\ufeff\u202e=1', "'\u200b\ufeff\u202e=1"],
    ['\u0000-1', "'\u0000-1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    [' －1', "' －1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ["'=1", "'=1"],
    ['a=1', 'a=1'],
    [' a=1', ' a=1'],
  ])('keeps a spreadsheet from running %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  it.each([
    [-1.5, '-1.5'],
    [0, '0'],
    ['18446744073709551615', '18446744073709551615'],
    [true, 'true'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [[0, 1], '"[0,1]"'],
    [['=a'], '"[""=a""]"'],
    [[], '[]'],
    [{ plan: 'pro' }, '"{""plan"":""pro""}"'],
  ])('writes %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });
});

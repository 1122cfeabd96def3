import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from './json-object.ts';
import { JsonText, parseJson, textOf, withMember, writeJson } from './json-text.ts';

const memberOf = (text: string) =>
  (parseJson(`{"before": {"p": 0}, "p" : ${text} , "after": [{}]}`) as JsonObject).p;
const keptOf = (text: string) => textOf(memberOf(text) as JsonObject);

describe('an object of a body', () => {
  it.each([
    '{"b":1,"2":2,"1":{"z":0,"0":1}}',
    '{"n":12345678901234567890,"d":1.0,"e":1E+2,"z":-0,"f":0.10}',
    '{"list":[1.0,{"10":1,"9":2},"}"],"quote":"\\"{","back":"\\\\"}',
    '{"a":1,"a":2}',
    '{"__proto__":{"admin":true},"constructor":null}',
    '{}',
    '{"":""}',
  ])('is written as it came: %s', (text) => {
    expect(keptOf(text)).toBe(text);
  });

  it('has no space between its parts, and one way of writing text', () => {
    expect(
      keptOf('{ "a b" : [ 1 , 2.50 ] ,\r\n\t"\\u0063" : "x\\/\\u00e4 \\ud83d\\ude00 \\ud800\\n" }'),
    ).toBe('{"a b":[1,2.50],"c":"x/ä 😀 \\ud800\\n"}');
  });

  it('is the last of one name, as its value is', () => {
    const body = parseJson('{"p":{"n":1.0},"p":{"n":2.0}}') as { p: JsonObject };
    expect([body.p, textOf(body.p)]).toEqual([{ n: 2 }, '{"n":2.0}']);
  });

  it('is nothing special where it did not come as text', () => {
    expect(textOf({ b: 1, 2: 2 })).toBe('{"2":2,"b":1}');
  });

  it('means the same, whatever it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat({ max: 2 }), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        expect(JSON.parse(keptOf(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is read in a moment, however long', () => {
    const long = 'x\\\\'.repeat(200_000);
    expect(keptOf(`{"long":"${long}","n":1.0}`)).toBe(`{"long":"${long}","n":1.0}`);
  });
});

describe('withMember', () => {
  it.each([
    ['{"b":1.0,"2":2}', '{"b":1.0,"2":2,"name":"x"}'],
    ['{"b":1.0,"name":7,"2":2}', '{"b":1.0,"name":"x","2":2}'],
    ['{}', '{"name":"x"}'],
  ])('of %s is %s', (text, changed) => {
    const object = withMember(memberOf(text) as JsonObject, 'name', 'x');
    expect(object.name).toBe('x');
    expect(textOf(object)).toBe(changed);
  });
});

describe('writeJson', () => {
  it('writes kept texts as they are, anywhere', () => {
    const kept = new JsonText('{"b":1.0,"2":2}');
    expect(writeJson({ a: kept, list: [kept, 1, undefined], none: undefined, at: new Date(0) })).toBe(
      '{"a":{"b":1.0,"2":2},"list":[{"b":1.0,"2":2},1,null],"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(writeJson(kept)).toBe(kept.text);
    expect(writeJson({ a: [1, 'b'] })).toBe('{"a":[1,"b"]}');
  });

  it('is an object like any other for whoever else writes it', () => {
    expect(JSON.stringify({ a: new JsonText('{"n":1.0}') })).toBe('{"a":{"n":1}}');
  });
});

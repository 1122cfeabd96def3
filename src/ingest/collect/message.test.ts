import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, findMessage } from './message.ts';

const plain = { t: 'pageview', u: 'https://example.com/a?b=c', o: { websiteId: 'ff_x' } };
const read = (changes: object) => findMessage(JSON.stringify({ ...plain, ...changes }));

describe('findMessage', () => {
  it('reads what the script sends', () => {
    const message = {
      ...plain,
      o: { websiteId: 'ff_x', allowLocal: '', hash: '', exclude: '/a,/b', mask: '/c/*' },
      r: 'https://www.google.com/',
      v: 'visitor',
      s: 'session',
      i: 1_772_000_000_000,
      d: 1500.5,
      n: 'signup',
      p: { plan: 'pro', deep: { list: [1, null] } },
      x: 'customer-42',
      b: false,
    };
    expect(findMessage(JSON.stringify(message))).toEqual(message);
  });

  it.each(['pageview', 'track', 'custom', 'goal', 'leave', 'outbound', 'download', 'form'])(
    'reads %s with the least it can have',
    (t) => {
      expect(read({ t })).toEqual({ ...plain, t });
    },
  );

  it('takes an identify only with an external ID', () => {
    expect(read({ t: 'identify', x: 'customer-42' })).toMatchObject({ x: 'customer-42' });
    expect(read({ t: 'identify' })).toBeUndefined();
    expect(read({ t: 'identify', x: '' })).toBeUndefined();
    expect(read({ t: 'identify', x: 42 })).toMatchObject({ x: '42' });
    expect(read({ t: 'identify', x: true })).toBeUndefined();
    expect(read({ t: 'identify', x: 'x'.repeat(513) })).toBeUndefined();
  });

  it('takes null for no properties', () => {
    expect(read({ t: 'custom', n: 'opened', p: null })).toMatchObject({ n: 'opened' });
  });

  it('ignores fields and options that it does not know', () => {
    expect(read({ zz: 1, o: { websiteId: 'ff_x', cookie: '.example.com' } })).toEqual(plain);
  });

  it.each([
    ['r', 2048],
    ['v', 128],
    ['s', 128],
    ['n', 255],
  ])('cuts %s after %i characters', (field, longest) => {
    expect(read({ [field]: 'y'.repeat(longest + 1) })).toMatchObject({ [field]: 'y'.repeat(longest) });
  });

  it.each(['exclude', 'mask'])('takes up to 100 patterns of 2,048 characters as %s', (name) => {
    const readPatterns = (text: string) => read({ o: { websiteId: 'ff_x', [name]: text } })?.o;
    const most = Array.from({ length: 100 }, (_, index) => `/path/${index}`).join(', ,');
    expect(readPatterns(most)).toMatchObject({ [name]: most });
    expect(readPatterns(`${most},/one/more`)).toBeUndefined();
    const longest = `/${'*a'.repeat(1023)}`.padEnd(2048, 'x');
    expect(readPatterns(longest)).toMatchObject({ [name]: longest });
    expect(readPatterns(`${longest}x`)).toBeUndefined();
    expect(readPatterns(7 as never)).toMatchObject({ [name]: '' });
  });

  it('makes texts storable: no NUL, no half of a surrogate pair', () => {
    const halves = '{"n":"a\\u0000b\\ud800","r":"\\udc00","v":"\\ud83d\\ude00"}';
    const message = findMessage(`${JSON.stringify(plain).slice(0, -1)},${halves.slice(1)}`);
    expect(message).toMatchObject({ n: 'ab\ufffd', r: '\ufffd', v: '😀' });
  });

  it.each([
    { r: 1, v: null, s: [], n: {}, i: -1, d: 'x', b: 'yes' },
    { i: 1.5, d: -1, b: 1 },
    { i: 2 ** 53, d: null },
  ])('leaves out what has the wrong type where it can do without: %j', (changes) => {
    const message = read(changes);
    expect(message).toMatchObject(plain);
    expect(message?.i).toBeUndefined();
    expect(message?.d).toBeUndefined();
    expect(message?.b).toBeUndefined();
  });

  it.each([
    ['no message', ''],
    ['no JSON', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['no type', JSON.stringify({ ...plain, t: undefined })],
    ['an unknown type', JSON.stringify({ ...plain, t: 'payment' })],
    ['a name of every object', JSON.stringify({ ...plain, t: 'constructor' })],
    ['no address', JSON.stringify({ ...plain, u: undefined })],
    ['an address without a host', JSON.stringify({ ...plain, u: '/a' })],
    ['an address that is none', JSON.stringify({ ...plain, u: 'https://' })],
    ['too long an address', JSON.stringify({ ...plain, u: `https://example.com/${'a'.repeat(8192)}` })],
    ['no options', JSON.stringify({ ...plain, o: undefined })],
    ['no website', JSON.stringify({ ...plain, o: {} })],
    ['a website that is no text', JSON.stringify({ ...plain, o: { websiteId: ['ff_x'] } })],
    ['properties that are no object', JSON.stringify({ ...plain, p: [] })],
    ['properties nested too deep', `{"t":"goal","p":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`],
  ])('finds none in %s', (_name, text) => {
    expect(findMessage(text)).toBeUndefined();
  });

  it('never throws, and gives an address that can be read', () => {
    const field = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.webUrl());
    const message = fc.record(
      {
        t: fc.oneof(fc.constantFrom('pageview', 'custom', 'goal', 'identify', 'leave'), field),
        u: fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), field),
        o: fc.oneof(fc.record({ websiteId: field, exclude: field, mask: field }), field),
        r: field,
        v: field,
        s: field,
        i: field,
        d: field,
        n: field,
        p: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), field),
        x: field,
        b: field,
      },
      { requiredKeys: [] },
    );
    const text = fc.oneof(
      message.map((value) => JSON.stringify(value)),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (each) => {
        const found = findMessage(each);
        if (!found) return;
        expect(URL.canParse(found.u)).toBe(true);
        for (const kept of [found.r, found.v, found.s, found.n]) {
          expect(kept ?? '').toSatisfy((value: string) => value.isWellFormed() && !value.includes('\0'));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('cutText', () => {
  it('leaves no half of a pair where it cuts', () => {
    expect(cutText(`${'x'.repeat(4)}😀`, 5)).toBe('xxxx\ufffd');
    expect(cutText('a\0b\0c', 2)).toBe('ab');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPattern, toAddressForm } from './path-patterns.ts';

describe('findPattern', () => {
  it.each([
    ['/admin', '/admin', '/admin'],
    ['/admin', '/admin/', undefined],
    ['/admin', '/administration', undefined],
    ['/admin', '/x/admin', undefined],
    ['/admin*', '/administration', '/admin*'],
    ['/admin/*', '/admin/', '/admin/*'],
    ['/admin/*', '/admin', undefined],
    ['*/edit', '/posts/7/edit', '*/edit'],
    ['*/edit', '/posts/7/edited', undefined],
    ['/users/*/orders/*', '/users/7/orders/8/lines', '/users/*/orders/*'],
    ['/users/*/orders', '/users/orders', undefined],
    ['/a*b*c', '/axbxbxc', '/a*b*c'],
    ['/a*b*c', '/axcxb', undefined],
    ['*', '/', '*'],
    ['**', '/anything', '**'],
    ['/a**', '/a', '/a**'],
    ['/Admin', '/admin', undefined],
    ['/a.c', '/abc', undefined],
    ['/(a|b)+', '/(a|b)+', '/(a|b)+'],
    ['/#/cart*', '/#/cart/2', '/#/cart*'],
  ])('%s of %s gives %s', (pattern, path, expected) => {
    expect(findPattern(pattern, path)).toBe(expected);
  });

  it.each([
    ['/privé/*', '/priv%C3%A9/x', '/priv%C3%A9/*'],
    ['/priv%c3%a9/*', '/privé/x', '/priv%C3%A9/*'],
    ['/my page', '/my%20page', '/my%20page'],
    ['/😀*', '/%F0%9F%98%80/x', '/%F0%9F%98%80*'],
  ])('%s of %s, however the two are escaped, gives %s', (pattern, path, expected) => {
    expect(findPattern(pattern, toAddressForm(path))).toBe(expected);
  });

  it('takes the first of a comma list, without the blanks around it', () => {
    expect(findPattern(' /a , /b* ,/bc', '/bc')).toBe('/b*');
    expect(findPattern('/x,/y', '/bc')).toBeUndefined();
  });

  it.each([undefined, '', ' ', ',', ' , ,'])('finds nothing in %j', (patterns) => {
    expect(findPattern(patterns, '/')).toBeUndefined();
    expect(findPattern(patterns, '')).toBeUndefined();
  });

  it.each([
    ['many stars', `${'*a'.repeat(500)}*b`],
    ['stars in a row', `${'*'.repeat(1_000)}b`],
    ['a long run after a star', `*${'a'.repeat(900)}b`],
    ['a long run between two stars', `*${'a'.repeat(900)}b*`],
    ['runs that nearly match everywhere', `*${'aaaaaaaab*'.repeat(100)}`],
    ['a beginning and an end that overlap', `${'a'.repeat(600)}*${'a'.repeat(600)}`],
  ])('looks at each character of the path a few times for %s', (_name, pattern) => {
    const { path, looks } = countLooks('a'.repeat(1_000));
    expect(findPattern(pattern, path)).toBeUndefined();
    expect(looks()).toBeLessThanOrEqual(2 * (pattern.length + path.length));
  });

  it('finds what an expression of the same meaning finds', () => {
    const text = (most: number, ...letters: string[]) =>
      fc.array(fc.constantFrom(...letters), { maxLength: most }).map((all) => all.join(''));
    const pair = fc.tuple(text(8, 'a', 'b', '*'), text(12, 'a', 'b'));
    fc.assert(
      fc.property(pair, ([pattern, path]) => {
        const isMatch = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(path);
        expect(findPattern(pattern, path)).toBe(isMatch && pattern !== '' ? pattern : undefined);
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Stands in for a string and counts how often one of its characters is read. */
function countLooks(text: string): { path: string; looks(): number } {
  let looks = 0;
  const path = new Proxy(Object(text), {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
      return target[name];
    },
  }) as string;
  return { path, looks: () => looks };
}

import { describe, expect, it } from 'vitest';
import { findWanted } from './next-page.ts';

const origin = 'https://stats.example.com';
const wanted = (next: string) => findWanted(`next=${encodeURIComponent(next)}`, origin);

describe('where a sign-in leads', () => {
  it('is the page that was wanted, with its view', () => {
    expect(wanted('/w/1/ff_2?period=7d&country=is%3ADE')).toBe('/w/1/ff_2?period=7d&country=is%3ADE');
  });

  it.each([
    '//evil.test/',
    '/\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '',
    '/\t/evil.test',
    '/.//evil.test',
  ])('is never another host: %j', (next) => {
    expect(wanted(next)).toBe('/');
  });

  it('is the start where none was', () => {
    expect(findWanted('', origin)).toBe('/');
  });
});

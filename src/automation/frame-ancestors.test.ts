import { describe, expect, it } from 'vitest';
import { parseFrameAncestors } from './frame-ancestors.ts';

describe('who may frame a page', () => {
  it.each([
    ['example.com', 'https://example.com'],
    [' HTTPS://Example.com/ ', 'https://example.com'],
    ['https://*.example.com', 'https://*.example.com'],
    ['*.example.com', 'https://*.example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://bücher.example:8443', 'https://xn--bcher-kva.example:8443'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['*', '*'],
  ])('is read from %s as %s', (written, source) => {
    expect(parseFrameAncestors([written])).toEqual([source]);
  });

  it.each([
    '',
    'https://',
    "'self'",
    'https://example.com/path',
    'https://example.com?x',
    'https://user@example.com',
    'https://a.com; script-src *',
    'https://a.com b.com',
    'https://a.com,b.com',
    'https://*',
    'https://a.*.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https://[::1]',
  ])('is not read from %j', (written) => {
    expect(() => parseFrameAncestors([written])).toThrow(/is no website that could show a frame/);
  });

  it('is everybody where everybody is among them, and each once', () => {
    expect(parseFrameAncestors(['a.com', '*'])).toEqual(['*']);
    expect(parseFrameAncestors(['b.com', 'a.com', 'https://b.com/'])).toEqual([
      'https://b.com',
      'https://a.com',
    ]);
    expect(parseFrameAncestors([])).toEqual([]);
  });
});

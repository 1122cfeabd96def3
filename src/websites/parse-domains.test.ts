import { describe, expect, it } from 'vitest';
import { parseDomains } from './parse-domains.ts';

describe('domains of a website', () => {
  it.each([
    ['example.com', 'example.com'],
    [' Shop.EXAMPLE.com. ', 'shop.example.com'],
    ['https://example.com:8443/path?q=1#top', 'example.com'],
    ['example.com/', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost:3000', 'localhost'],
    ['192.168.0.1:80', '192.168.0.1'],
    ['[::1]:80', '[::1]'],
    ['my_app.example.com', 'my_app.example.com'],
  ])('reads %s as %s', (written, domain) => {
    expect(parseDomains([written])).toEqual([domain]);
  });

  it.each([
    '',
    '   ',
    '.',
    '..',
    'a..b',
    '*.example.com',
    'exa mple.com',
    'user@example.com',
    'user:secret@example.com',
    '1234',
    'https://',
    '-a.com',
    'a\0b.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('refuses %j', (written) => {
    expect(() => parseDomains(['example.com', written])).toThrow(/is not a domain/);
  });

  it('keeps each once, in the order given', () => {
    expect(parseDomains(['b.com', 'a.com', 'B.com'])).toEqual(['b.com', 'a.com']);
  });

  it('refuses none at all', () => {
    expect(() => parseDomains([])).toThrow(/at least one domain/);
  });
});

import { describe, expect, it } from 'vitest';
import { parseTypedDomain } from './parse-typed-domain.ts';

describe('a domain as a person writes it', () => {
  it.each([
    ['https://www.acme-shop.com/collections/all?utm_source=x#top', 'acme-shop.com'],
    ['www.acme-shop.com', 'acme-shop.com'],
    [' ACME-Shop.com/ ', 'acme-shop.com'],
    ['shop.acme.co.uk', 'shop.acme.co.uk'],
    ['www.shop.acme.co.uk', 'shop.acme.co.uk'],
    ['www.com', 'www.com'],
    ['www.co.uk', 'www.co.uk'],
    ['www.github.io', 'www.github.io'],
    ['www2.acme.com', 'www2.acme.com'],
    ['localhost:3000', 'localhost'],
    ['http://192.168.0.1:8080/', '192.168.0.1'],
    ['[::1]:80', '[::1]'],
  ])('reads %s as %s', (written, domain) => {
    expect(parseTypedDomain(written)).toBe(domain);
  });

  it.each(['not a domain', 'acme', 'acme.com, acme.de', 'me@acme.com', 'https://', ''])(
    'refuses %j and says how to write one',
    (written) => {
      expect(() => parseTypedDomain(written)).toThrow(/write it/);
    },
  );
});

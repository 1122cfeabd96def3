import { expect, it } from 'vitest';
import { findTypedDomain } from './typed-domain.ts';

it.each([
  ['https://www.acme-shop.com/all?from=mail', 'acme-shop.com'],
  [' WWW.Acme-Shop.com ', 'acme-shop.com'],
  ['shop.acme.com', 'shop.acme.com'],
  ['www.com', 'www.com'],
  ['acme', undefined],
  ['not a domain', undefined],
  ['me@acme.com', undefined],
  ['acme.com, acme.de', undefined],
  ['127.0.0.1:3000', undefined],
  ['', undefined],
])('finds in %j the domain %s', (text, domain) => {
  expect(findTypedDomain(text)).toBe(domain);
});

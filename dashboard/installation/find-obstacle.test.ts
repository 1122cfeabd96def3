import { describe, expect, it } from 'vitest';
import { findObstacle } from './find-obstacle.ts';

const shop = ['acme-shop.com'];

describe('an address that the script is loaded from', () => {
  it.each([
    ['http://127.0.0.1:8080', /^Only this computer reaches http:\/\/127\.0\.0\.1:8080\./],
    ['http://localhost:8080', /^Only this computer/],
    ['http://[::1]:8080', /^Only this computer/],
    ['http://mac.local', /^Only this computer/],
    ['http://192.168.1.20:8080', /^Only your own network/],
    ['http://10.0.0.4', /^Only your own network/],
    ['http://172.20.0.2:8080', /^Only your own network/],
    ['http://[fd00::1]', /^Only your own network/],
    ['http://footfall:8080', /^Only your own network/],
    ['https://stats.acme.internal', /^Only your own network/],
    ['http://stats.acme-shop.com', /https/],
  ])('%s is out of reach of a live website', (address, words) => {
    expect(findObstacle(address, shop)).toMatch(words);
    expect(findObstacle(address, shop)).toContain('FOOTFALL_PUBLIC_URL');
  });

  it.each(['https://stats.acme-shop.com', 'https://203.0.113.7', 'https://172.32.0.1'])(
    '%s is within reach',
    (address) => {
      expect(findObstacle(address, shop)).toBeUndefined();
    },
  );

  it('may be of the own computer or network where the website is', () => {
    expect(findObstacle('http://127.0.0.1:8080', ['localhost'])).toBeUndefined();
    expect(findObstacle('http://192.168.1.20', ['wiki.internal'])).toBeUndefined();
    expect(findObstacle('http://127.0.0.1:8080', ['localhost', 'acme-shop.com'])).toContain('acme-shop.com');
  });
});

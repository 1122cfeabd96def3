import { describe, expect, it } from 'vitest';
import { fillIn, findBlanks } from './fill-in.ts';

const page =
  '<code>src="https://HOST/footfall.js" id="ff_…"</code><a href="/docs/goals#top">Goals</a><a href="/docs">All</a>';
const request = { protocol: 'https', host: 'stats.example.com:8443', query: {} };

describe('what guides leave blank', () => {
  it('is filled in with where the installation is reached, and the website that the reader came from', () => {
    const blanks = findBlanks(undefined, { ...request, query: { website: 'ff_aB-1' } });
    expect(fillIn(page, blanks)).toBe(
      '<code>src="https://stats.example.com:8443/footfall.js" id="ff_aB-1"</code><a href="/docs/goals?website=ff_aB-1#top">Goals</a><a href="/docs?website=ff_aB-1">All</a>',
    );
  });

  it('is the public address before that of the request', () => {
    expect(findBlanks('https://public.example.com', request).address).toBe('https://public.example.com');
    expect(findBlanks(undefined, { ...request, host: '[::1]:8080' }).address).toBe('https://[::1]:8080');
  });

  it('stays blank for what is no host and no website', () => {
    for (const host of ['', 'a"><script>alert(1)</script>', 'a b', "a'b"]) {
      expect(findBlanks(undefined, { ...request, host }).address).toBeUndefined();
    }
    for (const website of ['', 'ff_"><script>', 'x', ['ff_a', 'ff_b'], { a: 1 }]) {
      expect(findBlanks(undefined, { ...request, query: { website } }).websiteId).toBeUndefined();
    }
    expect(fillIn(page, { address: undefined, websiteId: undefined })).toBe(page);
  });
});

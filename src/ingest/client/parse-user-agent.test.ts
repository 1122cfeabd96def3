import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUserAgent } from './parse-user-agent.ts';
import {
  desktopCases,
  inAppCases,
  mobileCases,
  otherCases,
  ownVersionCases,
  tabletCases,
} from './user-agent.cases.ts';

describe('parseUserAgent', () => {
  const cases = [
    ...desktopCases,
    ...mobileCases,
    ...ownVersionCases,
    ...tabletCases,
    ...inAppCases,
    ...otherCases,
  ];
  it.each(cases)('%j', (userAgent, browser, browserVersion, os, osVersion, device) => {
    expect(parseUserAgent(userAgent)).toEqual({ browser, browserVersion, os, osVersion, device });
  });

  it('reads a string as long as it may be, and longer', () => {
    const [userAgent] = desktopCases[0] ?? [''];
    const expected = parseUserAgent(userAgent);
    expect(parseUserAgent(userAgent.padEnd(2_048, ' x'))).toEqual(expected);
    expect(parseUserAgent(userAgent.padEnd(100_000, ' x'))).toEqual(expected);
  });

  it('never throws, and every answer is short', () => {
    const known = [...desktopCases, ...mobileCases, ...inAppCases].map(([userAgent]) => userAgent);
    const pieces = known.flatMap((userAgent) => userAgent.split(' '));
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(' ')),
      fc.string({ maxLength: 30 }).map((text) => `Mozilla/5.0 (Linux; Android ${text}) Chrome/${text}`),
    );
    fc.assert(
      fc.property(anyText, (userAgent) => {
        const client = parseUserAgent(userAgent);
        expect(client.browser).toMatch(/^[\w .-]{0,30}$/);
        expect(client.os).toMatch(/^[\w .-]{0,30}$/);
        expect(client.browserVersion).toMatch(/^[\w.]{0,21}$/);
        expect(client.osVersion).toMatch(/^[\w.]{0,21}$/);
        expect(['desktop', 'mobile', 'tablet', '']).toContain(client.device);
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSource, type SourceInput } from './build-source.ts';
import { channels } from './channel.ts';
import {
  aiCases,
  communityCases,
  mailCases,
  noSourceCases,
  referralCases,
  searchCases,
  shopDomains,
} from './referrer.cases.ts';
import { paidCases, unpaidCases } from './tag.cases.ts';

const untagged: SourceInput = {
  referrer: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  ownDomains: shopDomains,
};

describe('an untagged visit', () => {
  const cases = [...searchCases, ...communityCases, ...aiCases, ...mailCases, ...referralCases];
  it.each(cases)('from %s', (referrer, referrerHost, referrerDomain, channel, keyword) => {
    const source = buildSource({ ...untagged, referrer });
    expect(source).toEqual({ referrerHost, referrerDomain, channel, keyword });
  });

  it.each(noSourceCases)('from %j is direct', (referrer) => {
    const source = buildSource({ ...untagged, referrer });
    expect(source).toEqual({ referrerHost: '', referrerDomain: '', channel: 'Direct', keyword: '' });
  });
});

describe('a tagged visit', () => {
  it.each([...paidCases, ...unpaidCases])(
    '$source / $medium / $campaign / $clickIds from $referrer',
    (row) => {
      const source = buildSource({
        ...untagged,
        referrer: row.referrer ?? '',
        utmSource: row.source ?? '',
        utmMedium: row.medium ?? '',
        utmCampaign: row.campaign ?? '',
        clickIds: row.clickIds ?? [],
      });
      expect(source.channel).toBe(row.channel);
    },
  );
});

describe('keyword', () => {
  it('prefers utm_term to the search term', () => {
    const source = buildSource({
      ...untagged,
      referrer: 'https://www.bing.com/search?q=a',
      utmTerm: ' shoes ',
    });
    expect(source.keyword).toBe('shoes');
  });

  it('keeps utm_term without a search engine', () => {
    expect(buildSource({ ...untagged, utmTerm: 'shoes' }).keyword).toBe('shoes');
  });

  it('drops NUL and lone surrogates, and never cuts a character in two', () => {
    expect(buildSource({ ...untagged, utmTerm: 'a\u0000b\ud800c' }).keyword).toBe('a b c');
    const long = buildSource({ ...untagged, utmTerm: `${'a'.repeat(254)}😀` }).keyword;
    expect(long).toBe('a'.repeat(254));
  });
});

describe('own domains', () => {
  it('stay apart between workspaces that share a referrer', () => {
    const referrer = 'https://news.partner.test/';
    const own = { ...untagged, referrer, ownDomains: ['partner.test'] };
    const foreign = { ...untagged, referrer, ownDomains: ['other.test'] };
    expect(buildSource(own).referrerHost).toBe('');
    expect(buildSource(foreign).referrerHost).toBe('news.partner.test');
    expect(buildSource(own).referrerHost).toBe('');
  });

  it.each(['', ' ', '*', 'not a domain'])('an unusable entry %j owns nothing', (domain) => {
    const source = buildSource({ ...untagged, referrer: 'https://partner.test/', ownDomains: [domain] });
    expect(source.referrerHost).toBe('partner.test');
  });

  it('a wildcard entry owns the domain and its subdomains', () => {
    const ownDomains = ['*.partner.test'];
    expect(buildSource({ ...untagged, referrer: 'https://a.partner.test/', ownDomains }).channel).toBe(
      'Direct',
    );
  });
});

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ maxLength: 40 }).map((text) => `https://${text}`),
    fc.string({ maxLength: 40 }).map((text) => `https://www.google.com/search?q=${text}`),
    fc.constantFrom('\ud800', '\u0000', 'https://[::1]/', 'javascript:', 'data:,', 'x'.repeat(10_000)),
    fc.constantFrom(`https://${'a'.repeat(10_000)}.com/`, `https://google.com/?${'q=&'.repeat(3_000)}`),
  );

  it('never throws, and every answer is bounded and well formed', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, anyText, anyText, (referrer, source, medium, campaign, term) => {
        const answer = buildSource({
          referrer,
          utmSource: source,
          utmMedium: medium,
          utmCampaign: campaign,
          utmTerm: term,
          clickIds: [source, medium],
          ownDomains: [campaign, term],
        });
        expect(channels).toContain(answer.channel);
        expect(answer.referrerHost).toMatch(/^[!-~]{0,253}$/);
        expect(answer.referrerHost.endsWith(answer.referrerDomain)).toBe(true);
        expect(answer.keyword.length).toBeLessThanOrEqual(255);
        expect(answer.keyword).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
      { numRuns: 500 },
    );
  });

  it('answers the same when asked again', () => {
    fc.assert(
      fc.property(anyText, (referrer) => {
        const input = { ...untagged, referrer };
        expect(buildSource(input)).toEqual(buildSource(input));
      }),
      { numRuns: 200 },
    );
  });
});

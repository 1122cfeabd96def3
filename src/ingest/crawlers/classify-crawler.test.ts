import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aiCrawlers } from './ai-crawlers.ts';
import { classifyCrawler } from './classify-crawler.ts';
import { crawlerCases } from './crawler.cases.ts';

describe('classifyCrawler', () => {
  it.each(crawlerCases)('%s', (userAgent, expected) => {
    expect(classifyCrawler(userAgent)).toEqual(expected);
    // The second answer comes from memory.
    expect(classifyCrawler(userAgent)).toEqual(expected);
  });

  it('knows an AI crawler in capitals and small letters alike', () => {
    expect(classifyCrawler('gptbot')).toEqual(classifyCrawler('GPTBOT/1.3'));
    expect(classifyCrawler('CLAUDEBOT')).toEqual({ kind: 'ai', operator: 'Anthropic', purpose: 'training' });
  });

  it('has one entry for each operator and purpose', () => {
    const entries = aiCrawlers.map(({ operator, purpose }) => `${operator} ${purpose}`);
    expect(new Set(entries).size).toBe(entries.length);
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        expect(['person', 'suspect', 'crawler', 'ai']).toContain(classifyCrawler(text).kind);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLanguage } from './parse-language.ts';

describe('parseLanguage', () => {
  it.each([
    ['en-US,en;q=0.9,de;q=0.8', 'en-US'],
    ['en', 'en'],
    ['EN-us', 'en-US'],
    ['de-AT;q=0.7', 'de-AT'],
    ['pt_BR', 'pt-BR'],
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-Hant', 'zh'],
    ['sr-Latn-RS', 'sr-RS'],
    ['es-419', 'es-419'],
    ['fil-PH', 'fil-PH'],
    ['ca-ES-valencia', 'ca-ES'],
    ['de-1996', 'de'],
    ['en-US-u-hc-h12', 'en-US'],
    [' fr-FR ,en', 'fr-FR'],
    ['', ''],
    ['*', ''],
    ['*;q=0.5,en', ''],
    ['C', ''],
    ['english', ''],
    ['i-klingon', ''],
    ['12', ''],
    ['en\u0000', ''],
    [',en', ''],
  ])('%j is %j', (text, language) => {
    expect(parseLanguage(text)).toBe(language);
  });

  it('never throws, and answers in one form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(parseLanguage(text)).toMatch(/^(?:[a-z]{2,3}(?:-(?:[A-Z]{2}|\d{3}))?)?$/);
      }),
    );
  });
});

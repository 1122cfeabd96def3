import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPatternSteps } from './pattern-steps.ts';

describe('countPatternSteps', () => {
  it.each(['', '/blog/2026', '^', 'a'.repeat(500), '\\Q.*{9}(\\E', 'a\\.b\\*', '{,5}', 'a{', 'é😀'])(
    'takes what stands for itself as (nearly) nothing: %s',
    (pattern) => {
      expect(countPatternSteps(pattern)).toBeLessThanOrEqual(1);
    },
  );

  it.each([
    '^/blog/\\d{4}/\\d{2}/[^/]+$',
    '^/(en|de|fr|es|it)/products/.*',
    '(?i)sale.{1,50}shoes?',
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '^/[a-z0-9-]{1,255}$',
    '^/[\\pL\\d-]+/\\pL+$',
  ])('takes what people write as little: %s', (pattern) => {
    expect(countPatternSteps(pattern)).toBeLessThan(800);
  });

  it.each([
    ['a{1,1000}'.repeat(45), 45_000],
    ['(a{30}){30}', 900],
    ['((a{10}){10}){10}', 1_000],
    ['(?:(?:ab?){100}){100}', 40_000],
    ['(?P<name>a{50}){50}', 2_500],
    ['(?i)(?s:.{100}){20}', 16_000],
    ['(){1000}', 2_000],
    ['(^$){1000}', 4_000],
    ['\\Qabc\\E{1000}', 3_000],
    ['\\x{61}{1000}', 1_000],
    ['[]a]{1000}', 2_000],
    ['[^]a]{1000}', 2_000],
    ['[\\]a]{1000}', 2_000],
    ['[[:alpha:]]{1000}', 5_000],
    ['a{1000,}', 1_000],
    ['a{500}{500}', 250_000],
    ['😀{1000}', 4_000],
    ['\\pL{500}', 100_000],
    ['\\p{Greek}{500}', 100_000],
    ['[\\pL\\pN]'.repeat(60), 24_000],
    ['a?'.repeat(250), 500],
    ['(a|b)'.repeat(100), 400],
  ])('counts repetitions, classes and branches: %s', (pattern, atLeast) => {
    expect(countPatternSteps(pattern)).toBeGreaterThanOrEqual(atLeast);
  });

  it('multiplies whatever is repeated, wherever it stands', () => {
    const atom = fc.constantFrom(
      'a',
      '.',
      '\\d',
      '[^/]',
      '(a|b)',
      '(?:x)',
      '\\pL',
      '[]]',
      '\\x{e9}',
      '\\Qa.\\E',
      '(?P<n>z)',
    );
    const around = fc.constantFrom('', '[(]', '\\(', '\\Q(\\E', '[^])]', '(?i)', '|', '\\\\', '[[:digit:]]');
    fc.assert(
      fc.property(
        around,
        atom,
        fc.integer({ min: 1, max: 1000 }),
        around,
        (before, repeated, times, after) => {
          const pattern = `${before}${repeated}{0,${times}}${after}`;
          expect(countPatternSteps(pattern)).toBeGreaterThanOrEqual(times);
        },
      ),
    );
  });

  it('measures what is no pattern too', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '\\',
      '?',
      '*',
      '|',
      '-',
      'a',
      '9',
      ',',
      ':',
      'Q',
      'E',
      'p',
      'x',
      '^',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 500 }), (pieces) => {
        expect(countPatternSteps(pieces.join(''))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

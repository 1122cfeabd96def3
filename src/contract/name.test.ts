import { describe, expect, it } from 'vitest';
import { isUsableName, nameText } from './name.ts';

describe('a name', () => {
  it.each(['Acme', 'Größe & Söhne', 'تحليلات', '👨‍👩‍👧 family', ' padded ', 'x'.repeat(255)])(
    'may be %j',
    (name) => {
      expect(isUsableName(name)).toBe(true);
      expect(nameText.safeParse(name).success).toBe(true);
    },
  );

  it('loses the blanks around it', () => {
    expect(nameText.parse(' \u00a0Acme shop ')).toBe('Acme shop');
  });

  it.each([
    '',
    '   ',
    '\u00a0\u2003',
    'x'.repeat(256),
    'two\nlines',
    'two\rlines',
    'a\ttab',
    'a\u0000NUL',
    'a\u007fdelete',
    'next\u0085line',
    'line\u2028separator',
    'paragraph\u2029separator',
    'turned \u202egnp.exe',
    'isolated \u2066text',
    'half \ud800',
  ])('may not be %j', (name) => {
    expect(isUsableName(name)).toBe(false);
    expect(nameText.safeParse(name).success).toBe(false);
  });
});

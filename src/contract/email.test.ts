import { describe, expect, it } from 'vitest';
import { parseEmail } from './email.ts';

describe('an email address', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ["o'neil+news@mail.example.co.uk", "o'neil+news@mail.example.co.uk"],
    ['root@localhost', 'root@localhost'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is kept as %j', (written, kept) => {
    expect(parseEmail(written)).toBe(kept);
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@example.com,bob@example.com',
    'ada,bob@example.com',
    'ada;bob@example.com',
    'Ada <ada@example.com>',
    '<ada@example.com>',
    '"a b"@example.com',
    'ada(comment)@example.com',
    'ada@example.com\nBcc: bob@example.com',
    'a\u0000da@example.com',
    'a..da@example.com',
    '.ada@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@[127.0.0.1]',
    'ada@exa_mple.com',
    'bo\u212A@example.com',
    'ad\u0430@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`,
  ])('%j is none', (written) => {
    expect(parseEmail(written)).toBeUndefined();
  });
});

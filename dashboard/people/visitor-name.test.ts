import { expect, it } from 'vitest';
import { findInitials, nameVisitor } from './visitor-name.ts';

it('initials are those of the name that is shown', () => {
  expect(findInitials('Ada Lovelace')).toBe('AL');
  expect(findInitials(' ana  maria de souza ')).toBe('AS');
  expect(findInitials('ada@example.com')).toBe('A');
  expect(findInitials('😀 x')).toBe('😀X');
  const { text, initials } = nameVisitor('421710255264650288');
  expect(findInitials(text)).toBe(initials);
});

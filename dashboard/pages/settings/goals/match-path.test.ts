import { expect, it } from 'vitest';
import { matchPath } from './match-path.ts';

it.each([
  ['/thanks', '/thanks', true],
  ['/thanks', '/thanks/', false],
  ['/docs/*', '/docs/', true],
  ['/docs/*', '/docs/a/b', true],
  ['/docs/*', '/docs', false],
  ['*/done', '/order/done', true],
  ['*/done', '/order/done/2', false],
  ['/a*b*c', '/aXbYc', true],
  ['/a*b*c', '/aXc', false],
  ['/ab*bc', '/abc', false],
  ['*', '/', true],
  ['/a.b', '/aXb', false],
])('%s and %s', (match, path, fits) => {
  expect(matchPath(match, path)).toBe(fits);
});

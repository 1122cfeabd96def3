import { expect, it } from 'vitest';
import { hasFlag } from './flags.tsx';
import { signOf } from './row-mark.tsx';

it('a country has its flag, and what is none has nothing', () => {
  expect(['DE', 'US', 'JP', 'TW'].every(hasFlag)).toBe(true);
  expect(['ZZ', 'd', ''].some(hasFlag)).toBe(false);
});

it('a known site has a sign of its own, and any other its letter', () => {
  expect(signOf('www.google.com')).toEqual(signOf('google'));
  expect(signOf('google.com').hue).toBeDefined();
  expect(signOf('notgoogle.com')).toEqual({ sign: 'N', hue: undefined });
  expect(signOf('t.co').sign).toBe('X');
  expect(signOf('tactics.com').sign).toBe('T');
  expect(signOf('(direct)').sign).toBe('→');
  expect(signOf('unknown').sign).toBe('?');
});

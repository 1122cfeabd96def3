import { expect, it } from 'vitest';
import { flagOf, signOf } from './row-mark.tsx';

it('a country has its flag, and what is none has nothing', () => {
  expect(flagOf('DE')).toBe('🇩🇪');
  expect([flagOf('ZZ'), flagOf('d'), flagOf('')]).toEqual(['', '', '']);
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

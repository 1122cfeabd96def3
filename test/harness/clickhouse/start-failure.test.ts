import { expect, test } from 'vitest';
import { buildStartFailure, isPortTaken } from './start-failure.ts';

test.each([
  ['Code: 76. DB::Exception: Cannot lock file /d/status.', 'another process already uses /d'],
  ["EACCES: permission denied, mkdir '/d'", 'it may not write to /d'],
  ['Code: 210. Net Exception: Address already in use: 127.0.0.1:1', 'ports it tried are taken'],
  ['Code: 243. No space left on device (NOT_ENOUGH_SPACE)', 'the disk that holds /d is full'],
  ["Error: Cannot find module '@yuuang/ffi-rs-linux-x64-gnu'", 'unless it runs with --omit=optional'],
  ['Code: 999. Unheard of', 'its own error below says why'],
])('%s', (engineText, advice) => {
  const sentence = buildStartFailure('/d', engineText);
  expect(sentence).toContain(advice);
  expect(sentence).toContain(engineText);
});

test('only a taken port is worth another port', () => {
  expect(isPortTaken('Net Exception: Address already in use: 127.0.0.1:1')).toBe(true);
  expect(isPortTaken('Code: 76. Cannot lock file')).toBe(false);
});

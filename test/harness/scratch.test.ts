import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { findScratch } from './scratch.ts';

it('is the usual folder where no other has room', () => {
  expect(findScratch('/no-such-folder')).toBe(tmpdir());
});

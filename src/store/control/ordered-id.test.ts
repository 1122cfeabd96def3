import { expect, it } from 'vitest';
import { isUuid } from '../../contract/ids.ts';
import { newOrderedUuid } from './ordered-id.ts';

it('gives UUIDs of version 7 that carry their time', () => {
  const id = newOrderedUuid(0x0123_4567_89ab);
  expect(isUuid(id)).toBe(true);
  expect(id).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('sorts by time, and by the order of the calls within a millisecond', () => {
  const ids = [1, 1, 1, 2, 2, 1_700_000_000_000].flatMap((now) =>
    Array.from({ length: 2_000 }, () => newOrderedUuid(now)),
  );
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(ids.length);
});

import { expect, it } from 'vitest';
import { createSharePass, isSharePass } from './share-pass.ts';

const now = 1_700_000_000_000;
const link = { id: 'a', passwordHash: '$argon2id$one' };

it('opens the link it was made for, until it ends or the password is another', () => {
  const pass = createSharePass(link, now);
  expect(pass).toMatch(/^[\w-]+$/);
  expect(isSharePass(link, pass, now)).toBe(true);
  expect(isSharePass(link, pass, now + 12 * 3_600_000 - 1)).toBe(true);
  expect(isSharePass(link, pass, now + 12 * 3_600_000)).toBe(false);
  expect(isSharePass({ ...link, id: 'b' }, pass, now)).toBe(false);
  expect(isSharePass({ ...link, passwordHash: '$argon2id$two' }, pass, now)).toBe(false);
});

it('cannot be made longer or made up', () => {
  const [end = '', signature = ''] = createSharePass(link, now).split(/-(.*)/);
  const later = (Number.parseInt(end, 36) + 1).toString(36);
  const others = [
    `${later}-${signature}`,
    `${end}-`,
    end,
    '',
    '-',
    `${end}-${'A'.repeat(43)}`,
    'x'.repeat(60),
  ];
  for (const other of others) expect([other, isSharePass(link, other, now)]).toEqual([other, false]);
});

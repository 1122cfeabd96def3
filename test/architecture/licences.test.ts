import { expect, it } from 'vitest';
import {
  buildLicences,
  findBringer,
  freeLicences,
  listPackages,
  otherLicences,
  readLicences,
  readLock,
} from '../../scripts/build-licences.mjs';

const lock = readLock();
const packages = listPackages(lock);

it('lists what the product runs with: node scripts/build-licences.mjs', () => {
  expect(packages.length).toBeGreaterThan(100);
  expect(readLicences()).toBe(buildLicences(lock));
});

it('runs with nothing whose licence asks for more, unless the reason is given', () => {
  const explained: readonly string[] = Object.keys(otherLicences);
  const licenceOf = ({ name, licence }: (typeof packages)[number]): string =>
    licence || packages.find((each) => each.name === findBringer(lock, name))?.licence || 'none';
  const others = packages.filter((each) => !freeLicences.has(licenceOf(each)));
  expect(others.map(({ name }) => name)).toEqual(explained);
});

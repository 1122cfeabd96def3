import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { buildTracker } from './build-tracker.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist');
const entry = 'footfall.js';

/**
 * They have code for one platform, which they look for beside themselves. The others are bundled: to load hundreds of
 * small files one by one takes most of the time that a command or the engine needs to start.
 */
const packagesLeftOut = [
  '@duckdb/node-bindings',
  '@node-rs/argon2',
  '@photostructure/sqlite',
  'lmdb',
  'pg-native',
];

/** Packages that are CommonJS still require what is built into Node. */
const requireForCommonJs = `import { createRequire as createRequireHere } from 'node:module';
const require = createRequireHere(import.meta.url);`;

/**
 * Bundles src/ into dist/footfall.js and the process beside it, the tracking script into dist/tracker.js and the dashboard
 * into dist/dashboard, with the guides beside it.
 */
export async function build() {
  const { build: bundle, stop } = await import('esbuild');
  const staging = await mkdtemp(join(root, '.build-'));
  try {
    await bundle({
      entryPoints: {
        footfall: join(root, 'src/cli/main.ts'),
        // The process that drains and holds the engine starts from a file beside the code that starts it.
        worker: join(root, 'src/worker-main.ts'),
      },
      outdir: staging,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: packagesLeftOut,
      banner: { js: requireForCommonJs },
      sourcemap: true,
      splitting: true,
      logLevel: 'warning',
    });
    const tracker = await buildTracker(bundle, root, staging);
    const dashboard = await buildDashboard(bundle, root, join(staging, 'dashboard'));
    await cp(join(root, 'docs/guides'), join(staging, 'guides'), { recursive: true });
    await moveInto(output, staging);
    return { tracker, dashboard };
  } finally {
    await rm(staging, { recursive: true, force: true });
    // Its service would stay a child of whatever runs next in this process.
    await stop();
  }
}

/** Several processes may build at once, and one may start meanwhile: at any time it finds a whole program. */
async function moveInto(target, staging) {
  const made = await listFiles(staging);
  const old = (await listFiles(target)).filter((name) => !made.includes(name));
  for (const name of [...made.filter((each) => each !== entry), entry]) {
    await mkdir(dirname(join(target, name)), { recursive: true });
    await rename(join(staging, name), join(target, name));
  }
  for (const name of old) await rm(join(target, name), { force: true });
}

async function listFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tracker, dashboard } = await build();
  process.stdout.write(`tracking script after gzip: core ${tracker.core} bytes, all ${tracker.full} bytes\n`);
  process.stdout.write(
    `dashboard after gzip: first load ${dashboard.firstLoad} bytes, styles ${dashboard.styles}, all ${dashboard.all}\n`,
  );
}

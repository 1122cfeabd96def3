import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { buildTracker } from './build-tracker.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist');
const entry = 'footfall.js';

/** Packages of hundreds of small files, which take most of a command's time to be loaded one by one. */
const bundledPackages = ['kysely', 'zod'];

/**
 * Bundles src/ into dist/footfall.js and the process beside it, the tracking script into dist/tracker.js and the dashboard
 * into dist/dashboard, with the guides beside it; the other packages of the server stay in node_modules.
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
      external: await listPackagesLeftOut(),
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

async function listPackagesLeftOut() {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => !bundledPackages.includes(name));
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
